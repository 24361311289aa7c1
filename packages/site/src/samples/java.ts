import { indentedJson, outputFile, type SampleLanguage } from './request.js'

/** Inside a text block a backslash and three quotes in a row must be escaped. */
const textBlock = (text: string, indent: string): string =>
  `"""\n${indent}${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""').replaceAll('\n', `\n${indent}`)}"""`

/** Java 17 with its standard library alone; the fields are read with an expression, as it has no JSON. */
export const java: SampleLanguage = {
  id: 'java',
  name: 'Java',
  write: ({ body, kind }) => `import java.net.URI;
import java.net.http.*;
import java.nio.file.Path;
import java.util.regex.Pattern;

public class Submit {
    static final String BODY = ${textBlock(indentedJson(body, ''), '        ')};
    static final String TASKS = System.getenv("MODEL_TASKS_BASE_URL") + "/v2/model-center/tasks";
    static final HttpClient HTTP = HttpClient.newHttpClient();

    static String call(HttpRequest.Builder request) throws Exception {
        var answer = HTTP.send(request
            .header("Authorization", "Bearer " + System.getenv("MODEL_TASKS_API_KEY"))
            .header("Content-Type", "application/json").build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        return answer.body();
    }

    static String field(String task, String name) {
        var found = Pattern.compile("\\"" + name + "\\"\\\\s*:\\\\s*\\"([^\\"]*)\\"").matcher(task);
        return found.find() ? found.group(1) : "";
    }

    public static void main(String[] arguments) throws Exception {
        var task = call(HttpRequest.newBuilder(URI.create(TASKS)).POST(HttpRequest.BodyPublishers.ofString(BODY)));
        var query = URI.create(TASKS + "/" + field(task, "id"));
        while (!field(task, "status").matches("completed|failed")) {
            Thread.sleep(5000);
            task = call(HttpRequest.newBuilder(query));
        }
        if (field(task, "status").equals("failed")) throw new IllegalStateException(field(task, "error"));
        HTTP.send(HttpRequest.newBuilder(URI.create(field(task, "result_url"))).build(),
            HttpResponse.BodyHandlers.ofFile(Path.of("${outputFile(kind)}")));
    }
}
`,
}
