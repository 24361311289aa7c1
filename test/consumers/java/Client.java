import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Submits, polls and downloads with java.net.http alone.
 * Usage: java Client.java request.json output, with MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY set.
 */
public class Client {
    private final String baseUrl;
    private final String apiKey;
    private final HttpClient http =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    Client(String baseUrl, String apiKey) {
        this.baseUrl = baseUrl;
        this.apiKey = apiKey;
    }

    static class StatusException extends IOException {
        final int status;

        StatusException(int status, String body) {
            super("the service answers " + status + ": " + body);
            this.status = status;
        }
    }

    /**
     * One POST and never a second: HttpClient repeats none. Answers the task as JSON; store its id
     * before anything else.
     */
    String submit(String body) throws IOException, InterruptedException {
        return call("/v2/model-center/tasks", HttpRequest.newBuilder()
            .POST(BodyPublishers.ofString(body))
            .header("Content-Type", "application/json"));
    }

    /**
     * Asks until the task is completed or failed. A fault of one question says nothing about the
     * task.
     */
    String waitFor(String id, Duration interval, Duration timeout)
            throws IOException, InterruptedException {
        Instant deadline = Instant.now().plus(timeout);
        while (Instant.now().isBefore(deadline)) {
            try {
                String task = call("/v2/model-center/tasks/" + id, HttpRequest.newBuilder().GET());
                String status = field(task, "status").orElse("");
                if (status.equals("completed")) return task;
                if (status.equals("failed")) {
                    String reason = field(task, "error").orElse("no reason given");
                    throw new IllegalStateException("task " + id + " failed: " + reason);
                }
            } catch (StatusException failure) {
                if (failure.status != 429 && failure.status < 500) throw failure;
            } catch (IOException fault) {
                // The next question may go through.
            }
            Thread.sleep(interval.toMillis());
        }
        throw new IllegalStateException("task " + id + " goes on; ask for it again by its id");
    }

    /** Writes to a temporary name and renames. The key stays at home. */
    long download(String url, Path path) throws IOException, InterruptedException {
        Path part = Path.of(path + ".part");
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        HttpResponse<Path> response = http.send(request, BodyHandlers.ofFile(part));
        if (response.statusCode() != 200) {
            throw new StatusException(response.statusCode(), "the result cannot be fetched");
        }
        Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
        return Files.size(path);
    }

    private String call(String path, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpRequest complete = request.uri(URI.create(baseUrl + path))
            .header("Authorization", "Bearer " + apiKey)
            .timeout(Duration.ofMinutes(1))
            .build();
        HttpResponse<String> response = http.send(complete, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new StatusException(response.statusCode(), response.body());
        }
        if (field(response.body(), "id").isEmpty()) {
            throw new IOException("the response is not a task: " + response.body());
        }
        return response.body();
    }

    /**
     * A text member of the task. Enough here, because Java has no JSON reader of its own; take
     * Jackson for more.
     */
    static Optional<String> field(String json, String name) {
        Pattern member = Pattern.compile("\"" + name + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
        return member.matcher(json).results().findFirst()
            .map(match -> match.group(1).replace("\\u0026", "&").replace("\\/", "/"));
    }

    public static void main(String[] arguments) throws Exception {
        Client client = new Client(
            System.getenv("MODEL_TASKS_BASE_URL"), System.getenv("MODEL_TASKS_API_KEY"));
        try {
            client.submit("{\"model\":\"sd_2.0_discount\",\"prompt\":\"A boat\","
                + "\"duration\":5,\"resolution\":\"720P\"}");
            throw new IllegalStateException("a wrong request was not rejected");
        } catch (StatusException failure) {
            if (failure.status != 400) throw failure;
        }
        String id = field(client.submit(Files.readString(Path.of(arguments[0]))), "id").orElseThrow();
        String task = client.waitFor(id, Duration.ofMillis(500), Duration.ofMinutes(2));
        long size = client.download(field(task, "result_url").orElseThrow(), Path.of(arguments[1]));
        System.out.println(id + " completed " + size + " bytes");
    }
}
