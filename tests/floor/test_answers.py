"""Answers reach the requests that wait for them, a group of them at one go."""

import asyncio
from concurrent.futures import Future

import pytest

from pitboss.floor.answers import Carrier
from pitboss.ledger import Answer, Unavailable


class CountingCarrier(Carrier):
    """A carrier that counts how often it woke its loop."""

    woken = 0

    def _hand_out(self) -> None:
        CountingCarrier.woken += 1
        super()._hand_out()


def test_a_group_of_answers_wakes_the_loop_once_and_each_reaches_its_own() -> None:
    async def wait_for_all() -> list[Answer]:
        carrier, futures = CountingCarrier(asyncio.get_running_loop()), [Future[Answer]() for _ in range(50)]
        waiting = [carrier.carry(future) for future in futures]
        CountingCarrier.woken = 0
        for number, future in enumerate(futures):
            future.set_result(Answer(200, b"", number))
        found = await asyncio.gather(*waiting)
        assert CountingCarrier.woken == 1
        return found

    assert [answer.seq for answer in asyncio.run(wait_for_all())] == list(range(50))


@pytest.mark.long
def test_answers_from_another_thread_are_all_handed_out() -> None:
    async def wait_for_all() -> int:
        carrier, futures = Carrier(asyncio.get_running_loop()), [Future[Answer]() for _ in range(2000)]
        waiting = [carrier.carry(future) for future in futures]

        def answer_all() -> None:
            for future in futures:
                future.set_result(Answer(200, b""))

        await asyncio.wait_for(asyncio.gather(asyncio.to_thread(answer_all), *waiting), 10)
        return len(waiting)

    assert asyncio.run(wait_for_all()) == 2000


def test_a_refusal_to_answer_is_raised_and_one_nobody_waits_for_is_dropped() -> None:
    async def wait() -> None:
        carrier, gone, failed = Carrier(asyncio.get_running_loop()), Future[Answer](), Future[Answer]()
        carrier.carry(gone).cancel()
        waiting = carrier.carry(failed)
        gone.set_result(Answer(200, b""))
        failed.set_exception(Unavailable("the disk is full"))
        with pytest.raises(Unavailable, match="disk is full"):
            await waiting

    asyncio.run(wait())
