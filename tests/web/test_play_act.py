"""What a table's page sends is taken as it is or refused."""

from starlette.testclient import TestClient

from pitboss.web.app import create_app
from pitboss.web.play.routes import KEY_MAX


def test_a_key_that_is_too_long_is_refused_and_nobody_sits_down() -> None:
    app = create_app()
    name = next(iter(app.state.playroom.sittings))
    body = {"name": "Noor", "seat": "1"}
    sent = {"X-Pitboss": "1", "Idempotency-Key": "k" * (KEY_MAX + 1)}
    with TestClient(app) as client:
        answer = client.post(f"/play/tables/{name}/sit", json=body, headers=sent)
        assert answer.status_code == 422
        assert "at most 64" in answer.text
        assert app.state.playroom.sittings[name].people == []
        sent["Idempotency-Key"] = "k" * KEY_MAX
        seated = client.post(f"/play/tables/{name}/sit", json=body, headers=sent)
        assert seated.status_code == 200
        assert "max-age=34560000;" in seated.headers["set-cookie"].lower(), "as long as a browser keeps any"


def test_a_body_that_is_no_json_is_refused() -> None:
    app = create_app()
    name = next(iter(app.state.playroom.sittings))
    sent = {"X-Pitboss": "1", "Content-Type": "application/json"}
    with TestClient(app) as client:
        for body in (b"{oops", b"\xff", b"[" * 10_000):
            answer = client.post(f"/play/tables/{name}/sit", content=body, headers=sent)
            assert answer.status_code == 422, body[:5]
