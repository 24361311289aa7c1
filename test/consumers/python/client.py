"""Submits, polls and downloads with urllib alone.

Usage: client.py <request.json> <output file>, with MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY set.
"""
import json
import os
import shutil
import sys
import time
import urllib.error
import urllib.request
from typing import Any, Dict, Optional


class Client:
    def __init__(self, base_url: str, api_key: str) -> None:
        self.base_url, self.api_key = base_url, api_key

    def submit(self, body: Dict[str, Any]) -> Dict[str, Any]:
        """One POST and never a second: urllib repeats nothing. Store the id before anything else."""
        return self.call("POST", "/v2/model-center/tasks", body)

    def wait(self, task_id: str, interval: float, timeout: float) -> Dict[str, Any]:
        """Asks until the task is completed or failed. A fault of one question says nothing about
        the task."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                task = self.call("GET", "/v2/model-center/tasks/" + task_id)
                if task["status"] == "completed":
                    return task
                if task["status"] == "failed":
                    raise RuntimeError("task %s failed: %s" % (task_id, task.get("error")))
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    raise
            except (urllib.error.URLError, OSError, ValueError):
                pass
            time.sleep(interval)
        raise TimeoutError("task %s goes on; ask for it again by its id" % task_id)

    def download(self, url: str, path: str) -> int:
        """Writes to a temporary name and renames. The key stays at home."""
        with urllib.request.urlopen(url, timeout=60) as response, open(path + ".part", "wb") as file:
            shutil.copyfileobj(response, file)
        os.replace(path + ".part", path)
        return os.path.getsize(path)

    def call(self, method: str, path: str, body: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": "Bearer " + self.api_key}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            task = json.load(response)
        if not isinstance(task, dict) or "id" not in task:
            raise ValueError("the response is not a task: %s" % str(task)[:200])
        return task


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        body = json.load(file)
    client = Client(os.environ["MODEL_TASKS_BASE_URL"], os.environ["MODEL_TASKS_API_KEY"])
    try:
        invalid = {"model": "sd_2.0_discount", "prompt": "A boat", "resolution": "720P"}
        client.submit({**invalid, "duration": 5})
        sys.exit("a wrong request was not rejected")
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        if error.code != 400 or problem["findings"][0]["path"] != "/resolution":
            sys.exit("a wrong request was rejected with %d %s" % (error.code, problem))
    task = client.submit(body)
    task = client.wait(task["id"], interval=0.5, timeout=120)
    size = client.download(task["result_url"], sys.argv[2])
    print("%s %s %d bytes" % (task["id"], task["status"], size))


if __name__ == "__main__":
    main()
