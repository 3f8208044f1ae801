"""Against a loopback server that speaks the chat-completions protocol by a script."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from claimstar.errors import ModelError, UsageError
from claimstar.llm import load_model
from claimstar.llm.openai_chat import ChatOptions, OpenAIChat

ANSWER = '{"chosen_option": "alphapril"}'


def chat(content=ANSWER, finish_reason="stop", refusal=None):
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, "refusal": refusal},
                "finish_reason": finish_reason,
            }
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def failure(message, code=None, param=None):
    return {"error": {"message": message, "type": "error", "code": code, "param": param}}


class Service:
    """Gives the replies of its script in turn, the last one for ever, and keeps what it was asked."""

    def __init__(self) -> None:
        self.script = []
        self.requests = []
        self.headers = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.requests.append((self.path, json.loads(body)))
                service.headers.append({name.lower(): value for name, value in self.headers.items()})
                at = min(len(service.requests), len(service.script)) - 1
                status, reply, *delay = service.script[at]
                time.sleep(delay[0] if delay else 0)
                content = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.send_header("retry-after-ms", "1")
                self.end_headers()
                try:
                    self.wfile.write(content)
                except ConnectionError:
                    # The client has given up waiting, as it was meant to.
                    self.close_connection = True

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def service(monkeypatch) -> Iterator[Service]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    service = Service()
    thread = threading.Thread(target=service.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    service.server.shutdown()
    service.server.server_close()
    thread.join()


@pytest.fixture
def ask(service, make_prompt):
    def ask(*script, **options):
        service.script = list(script)
        model = OpenAIChat("openai:scripted", "scripted", base_url=service.url, options=ChatOptions(**options))
        return model.complete(make_prompt())

    return ask


def test_an_answer_comes_back_with_its_tokens(ask):
    completion = ask((200, chat()))
    assert (completion.text, completion.finish_reason, completion.error) == (ANSWER, "stop", None)
    assert (completion.input_tokens, completion.output_tokens) == (11, 7)
    assert completion.latency_seconds > 0


def test_the_request_carries_prompt_schema_and_greedy_settings(service, make_prompt):
    service.script = [(200, chat())]
    prompt = make_prompt()
    load_model("openai:scripted", base_url=service.url, seed=5).complete(prompt)
    path, request = service.requests[0]
    assert path == "/v1/chat/completions"
    assert request["model"] == "scripted"
    assert [(turn["role"], turn["content"]) for turn in request["messages"]] == [
        ("system", prompt.system),
        ("user", prompt.user),
    ]
    assert (request["temperature"], request["seed"], request["max_tokens"]) == (0, 5, 4096)
    response_format = request["response_format"]
    assert response_format["type"] == "json_schema"
    assert response_format["json_schema"]["strict"] is True
    schema = response_format["json_schema"]["schema"]
    assert schema["required"] == list(schema["properties"])
    assert "ASR_0001" not in json.dumps(schema)


def test_a_rate_limit_that_passes_is_waited_out(ask, service):
    completion = ask((429, failure("slow down")), (200, chat()))
    assert completion.error is None
    assert len(service.requests) == 2


def test_a_rate_limit_that_stays_is_an_error_of_that_prompt(ask, service):
    completion = ask((429, failure("slow down")), max_retries=1)
    assert completion.error.startswith("rate limit: ")
    assert "slow down" in completion.error
    assert completion.finish_reason == "error"
    assert len(service.requests) == 2


def test_server_errors_are_tried_again_and_then_reported(ask, service):
    completion = ask((500, failure("out of order")), max_retries=2)
    assert completion.error.startswith("status 500: ")
    assert len(service.requests) == 3


@pytest.mark.parametrize(
    "body",
    [
        b'{"id": "x", "choices": [',
        b"<html>no</html>",
        b'"text"',
        b"[]",
        b"null",
        b'{"choices": []}',
        b'{"choices": null}',
        b"{}",
        b"",
        b"[" * 100_000,
    ],
)
def test_a_malformed_reply_is_an_error_of_that_prompt(ask, body):
    completion = ask((200, body))
    assert completion.error.startswith("malformed reply")
    assert completion.text == ""


def test_a_choice_without_a_message_is_malformed(ask):
    assert ask((200, {**chat(), "choices": [{"index": 0}]})).error == "malformed reply: no choices"


def test_a_reply_without_usage_has_unknown_tokens(ask):
    reply = chat()
    del reply["usage"]
    completion = ask((200, reply))
    assert completion.error is None
    assert (completion.input_tokens, completion.output_tokens) == (None, None)


@pytest.mark.parametrize(
    "told",
    [-5, "11", 1.5, True, None, [11], float("inf"), float("nan"), 10**400],
    ids=lambda told: repr(told)[:8],
)
def test_a_count_of_tokens_that_is_none_is_unknown_and_costs_no_answer(ask, told):
    completion = ask((200, {**chat(), "usage": {"prompt_tokens": told, "completion_tokens": told}}))
    assert (completion.text, completion.error) == (ANSWER, None)
    assert (completion.input_tokens, completion.output_tokens) == (None, None)


@pytest.mark.parametrize("told", [-5, 1.5, [11]])
def test_a_count_of_cached_tokens_that_is_none_is_unknown(ask, told):
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": told}}
    completion = ask((200, {**chat(), "usage": usage}))
    assert (completion.error, completion.input_tokens, completion.cached_input_tokens) == (None, 11, None)


@pytest.mark.parametrize("name", [5, ["scripted"], None])
def test_names_that_are_no_text_are_unknown_and_cost_no_answer(ask, name):
    reply = {**chat(), "model": name}
    reply["choices"][0]["finish_reason"] = name
    completion = ask((200, reply))
    assert (completion.text, completion.error) == (ANSWER, None)
    assert (completion.served_model, completion.finish_reason) == (None, None)


def test_a_served_model_can_be_written_to_a_file(ask):
    assert ask((200, {**chat(), "model": "scripted\ud800"})).served_model == "scripted\ufffd"


@pytest.mark.parametrize("content", [5, ["text"], {"text": ANSWER}])
def test_a_content_that_is_no_text_is_a_malformed_reply(ask, content):
    completion = ask((200, chat(content=content)))
    assert completion.error_kind == "malformed_reply"
    assert completion.error.startswith("malformed reply: the content is no text: ")


def test_a_refusal_is_an_error_with_its_words(ask):
    completion = ask((200, chat(content=None, refusal="I cannot\nadvise on this.")))
    assert completion.error == "refusal: I cannot advise on this."
    assert completion.text == ""


def test_an_answer_cut_at_the_limit_keeps_its_text(ask):
    completion = ask((200, chat(content='{"chosen_opt', finish_reason="length")))
    assert completion.text == '{"chosen_opt'
    assert completion.finish_reason == "length"
    assert completion.error == "answer cut at the token limit"


def test_a_filtered_answer_is_an_error(ask):
    assert "content filter" in ask((200, chat(content="", finish_reason="content_filter"))).error


def test_an_empty_answer_is_an_error(ask):
    assert ask((200, chat(content=""))).error == "empty answer"


def test_a_slow_service_times_out(ask):
    completion = ask((200, chat(), 0.6), timeout_seconds=0.2, max_retries=0)
    assert completion.error == "timeout: no answer within 0.2 s"


def test_a_service_that_is_not_there_is_a_connection_error(make_prompt):
    model = OpenAIChat("openai:m", "m", base_url="http://127.0.0.1:9/v1", options=ChatOptions(max_retries=0))
    assert model.complete(make_prompt()).error.startswith("connection: ")


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_would_fail_for_every_prompt_ends_the_run(ask, status):
    with pytest.raises(ModelError, match="cannot be asked") as caught:
        ask((status, failure("no such key or model")))
    assert "no such key or model" in str(caught.value)


def test_an_exhausted_quota_ends_the_run(ask):
    with pytest.raises(ModelError, match="used up"):
        ask((429, failure("used up", code="insufficient_quota")), max_retries=0)


def test_a_bad_request_is_an_error_of_that_prompt(ask, service):
    completion = ask((400, failure("context length exceeded", code="context_length_exceeded")))
    assert completion.error.startswith("status 400: ")
    assert len(service.requests) == 1


def test_a_model_that_takes_no_temperature_is_asked_without(service, make_prompt):
    service.script = [(400, failure("unsupported", code="unsupported_value", param="temperature")), (200, chat())]
    model = OpenAIChat("openai:scripted", "scripted", base_url=service.url)
    assert model.complete(make_prompt()).error is None
    assert model.complete(make_prompt()).error is None
    assert ["temperature" in request for _, request in service.requests] == [True, False, False]
    assert model.calling["temperature"] == "default of the service"


def test_a_prompt_without_schema_asks_for_free_text(service, make_prompt):
    service.script = [(200, chat())]
    OpenAIChat("openai:scripted", "scripted", base_url=service.url).complete(make_prompt(response_schema=None))
    assert "response_format" not in service.requests[0][1]


def test_the_key_of_the_environment_is_sent_and_never_shown(service, monkeypatch, make_prompt):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    service.script = [(200, chat())]
    model = load_model("openai:scripted", base_url=service.url)
    model.complete(make_prompt())
    assert service.headers[0]["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in json.dumps(model.settings)


def test_the_service_can_be_named_in_the_environment(service, monkeypatch, make_prompt):
    monkeypatch.setenv("OPENAI_BASE_URL", service.url)
    service.script = [(200, chat())]
    assert load_model("openai:scripted").complete(make_prompt()).text == ANSWER


def test_openai_itself_needs_a_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set") as caught:
        load_model("openai:gpt-4o")
    assert "--base-url" in caught.value.remedy


@pytest.mark.parametrize(
    "address",
    ["localhost:8000/v1", "http://", "http://:8000/v1", "http://localhost:99999/v1", "http://a b/v1", "http://[::1/v1"],
)
def test_what_is_no_web_address_is_refused_before_anything_is_asked(address):
    with pytest.raises(UsageError, match="no web address"):
        load_model("openai:m", base_url=address)


@pytest.mark.parametrize("address", ["http://localhost:8000/v1", "https://host.example", "http://[::1]:8000/v1"])
def test_web_addresses_are_taken(address):
    assert load_model("openai:m", base_url=address).settings["base_url"] == address
