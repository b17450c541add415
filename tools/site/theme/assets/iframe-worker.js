/* Browsers start no worker for a page that is read from disk; the search then runs in a frame that nobody sees.
   The frame's script hears messages as a worker does and answers with postMessage. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.ready = new Promise((resolve) => {
        const inside = this.frame.contentWindow;
        inside.postMessage = (data) => this.hear(data);
        inside.importScripts = (...urls) => urls.reduce((before, next) => before.then(() => this.load(next)), Promise.resolve());
        this.load(url).then(resolve);
      });
    }

    load(url) {
      const inside = this.frame.contentDocument;
      const script = inside.createElement("script");
      script.src = new URL(url, location.href).href;
      inside.body.append(script);
      return new Promise((resolve, reject) => {
        script.onload = resolve;
        script.onerror = reject;
      });
    }

    hear(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
