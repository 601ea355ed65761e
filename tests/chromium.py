"""A browser for tests: headless Chromium, offline by default, controlled by CDP."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 30.0  # seconds that a wait may take
_FLAGS = (
    *("--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--remote-allow-origins=*"),
    *("--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-background-timer-throttling", "--disable-renderer-backgrounding"),
    *("--no-default-browser-check", "--mute-audio", "--hide-scrollbars"),
)
_KEYS = {" ": ("Space", 32), "+": ("Equal", 187), "-": ("Minus", 189)}
_CODES = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}


def found() -> str | None:
    """The path of the program, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class PageLeftError(Exception):
    """The page was left before it answered."""


class Chromium:
    """One page in its own browser; it keeps the complaints and requests of the page."""

    def __init__(self, home: Path, offline: bool = True) -> None:
        import websocket

        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._count = 0
        self._process = subprocess.Popen(
            [found() or NAMES[0], *_FLAGS, f"--user-data-dir={home}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that its children end with it
        )
        try:
            address = self._address(home / "DevToolsActivePort")
            self._socket = websocket.create_connection(address, timeout=PATIENCE)
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(f"{domain}.enable")
            nothing = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
            if offline:
                self.call("Network.emulateNetworkConditions", offline=True, **nothing)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill the browser, whatever it is doing."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait(PATIENCE)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser for something, and wait for the answer."""
        self._count += 1
        number = self._count
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = json.loads(self._socket.recv())
            if message.get("id") == number:
                if "navigated" in str(message.get("error", "")):
                    raise PageLeftError(method)
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]
            self._note(message)
        raise TimeoutError(method)

    def open(self, address: str) -> None:
        """Load a page completely; its complaints and requests replace the earlier ones."""
        self.call("Page.navigate", url="about:blank")
        self.complaints.clear()
        self.requests.clear()
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.protocol !== 'about:'")

    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression in the page is true."""
        end = time.monotonic() + PATIENCE
        while not self._is_true(script):
            assert time.monotonic() < end, f"it never came true: {script}"
            time.sleep(0.02)

    def _is_true(self, script: str) -> bool:
        try:
            return bool(self.ask(script))
        except PageLeftError:  # the next page is asked
            return False

    def press(self, key: str, times: int = 1) -> None:
        """Press a key, as a user does."""
        code, number = _KEYS.get(key, (key, _CODES.get(key, 0)))
        typed = key if len(key) == 1 else {"Enter": "\r"}.get(key, "")
        text = {"text": typed} if typed else {}
        about = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        for _ in range(times):
            self.call("Input.dispatchKeyEvent", type="keyDown", **about, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def click(self, selector: str) -> None:
        """Click the middle of an element, in sight, once it has not moved for three frames."""
        script = (
            f"(async () => {{ const node = document.querySelector({json.dumps(selector)});"
            "node.scrollIntoView({block: 'center'}); let place = '', still = 0, box;"
            "while (still < 3) { await new Promise(requestAnimationFrame);"
            "box = node.getBoundingClientRect(); const now = [box.x, box.y] + '';"
            "still = now === place ? still + 1 : 0; place = now; }"
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        self.click_at(*self.ask(script))

    def click_at(self, x: float, y: float) -> None:
        """Click a point of the window."""
        at = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.call("Input.dispatchMouseEvent", type="mousePressed", **at)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", **at)

    def swipe(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Swipe over the window with one finger."""
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": to_x, "y": to_y}]),
            ("touchEnd", []),
        ):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def size(self, width: int, height: int, phone: bool = False) -> None:
        """Set the size of the window."""
        about = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.call("Emulation.setDeviceMetricsOverride", **about)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def prefer(self, **features: str) -> None:
        """Set a preference of the user, such as a dark `color_scheme`."""
        named = [
            {"name": f"prefers-{name.replace('_', '-')}", "value": value}
            for name, value in features.items()
        ]
        self.call("Emulation.setEmulatedMedia", features=named)

    def picture(self, path: Path) -> None:
        """Write a picture of the window to a PNG file."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def _address(self, path: Path) -> str:
        """The address at which the browser's first page listens."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            lines = path.read_text().splitlines() if path.exists() else []
            if len(lines) == 2:
                with urlopen(f"http://127.0.0.1:{lines[0]}/json", timeout=PATIENCE) as answer:
                    pages = [page for page in json.load(answer) if page["type"] == "page"]
                if pages:
                    return pages[0]["webSocketDebuggerUrl"]
            time.sleep(0.05)
        raise TimeoutError("Chromium does not listen.")

    def _note(self, message: dict[str, Any]) -> None:
        about = message.get("params", {})
        method = message.get("method")
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(about["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(about["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(about["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append(f"dialog: {about['message']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])
