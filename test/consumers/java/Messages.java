import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Fills in the message of every vector from generated/messages, and compares it byte by byte.
 * Usage: java Messages.java generated-folder
 */
public class Messages {
    static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)(?:\\|(\\w+))?\\}");

    public static void main(String[] arguments) throws IOException {
        Path generated = Path.of(arguments[0]);
        List<Map<?, ?>> languages = new ArrayList<>();
        for (String code : List.of("en", "zh")) languages.add(object(read(generated.resolve("messages/" + code + ".json"))));
        Map<String, Map<String, Map<String, String>>> rules = rulesOf(object(read(generated.resolve("catalogue.json"))));
        int count = 0, wrong = 0;
        List<Path> paths;
        try (var files = Files.list(generated.resolve("vectors"))) {
            paths = files.filter(path -> path.toString().endsWith(".json")).sorted().collect(Collectors.toList());
        }
        for (Path path : paths) {
            for (Object each : list(read(path))) {
                Map<?, ?> vector = object(each);
                Object model = vector.get("body") instanceof Map<?, ?> body ? body.get("model") : null;
                for (Object one : list(vector.get("findings"))) {
                    Map<?, ?> finding = object(one);
                    for (Map<?, ?> language : languages) {
                        count++;
                        String found = message(finding, language, rules.getOrDefault(model, Map.of()));
                        String expected = (String) object(finding.get("message")).get(language.get("code"));
                        if (found.equals(expected)) continue;
                        wrong++;
                        System.out.println(path + " " + vector.get("id") + ": " + found + ", expected " + expected);
                    }
                }
            }
        }
        System.out.println(count + " messages, " + wrong + " wrong");
        System.exit(wrong > 0 || count == 0 ? 1 : 0);
    }

    /** The messages of the rules across parameters, by model, rule and language. */
    static Map<String, Map<String, Map<String, String>>> rulesOf(Map<?, ?> catalogue) {
        Map<String, Map<String, Map<String, String>>> rules = new HashMap<>();
        for (Object each : list(catalogue.get("models"))) {
            Map<String, Map<String, String>> own = new HashMap<>();
            for (Object one : list(object(each).get("rules"))) {
                Map<?, ?> rule = object(one);
                String zh = (String) object(rule.get("translations")).get("zh");
                own.put((String) rule.get("id"), Map.of("en", (String) rule.get("message"), "zh", zh));
            }
            rules.put((String) object(each).get("id"), own);
        }
        return rules;
    }

    static String message(Map<?, ?> finding, Map<?, ?> language, Map<String, Map<String, String>> rules) {
        String rule = (String) finding.get("rule"), path = (String) finding.get("path");
        Map<?, ?> slots = object(finding.get("slots"));
        String colon = (String) language.get("colon");
        if (rules.containsKey(rule)) {
            String taking = list(slots.get("parameters")).stream().map(Messages::plain).collect(Collectors.joining(", "));
            String told = slots.containsKey("text")
                ? render(list(object(language.get("texts")).get(plain(slots.get("text")))), slots, language)
                : rules.get(rule).get(language.get("code"));
            return (taking.isEmpty() ? place(path) : taking) + colon + told;
        }
        String text = render(list(object(language.get("rules")).get(rule)), slots, language);
        return path.isEmpty()
            ? render(list(object(language.get("texts")).get("body")), Map.of("message", text), language)
            : place(path) + colon + text;
    }

    static String render(List<?> alternatives, Map<?, ?> slots, Map<?, ?> language) {
        for (Object text : alternatives) {
            var matcher = PLACEHOLDER.matcher((String) text);
            if (matcher.results().allMatch(found -> slots.containsKey(found.group(1))))
                return matcher.replaceAll(found -> java.util.regex.Matcher.quoteReplacement(
                    formatted(slots.get(found.group(1)), found.group(2), language)));
        }
        return "";
    }

    static String formatted(Object value, String format, Map<?, ?> language) {
        Map<?, ?> tables = object(language.get("tables")), joins = object(language.get("joins"));
        if ("quote".equals(format)) return quote(value, object(tables.get("nouns")));
        if ("json".equals(format)) return json(value);
        if (format != null && joins.containsKey(format)) {
            List<?> join = list(joins.get(format));
            List<String> words = list(value).stream().map(Messages::plain).collect(Collectors.toList());
            int end = words.size() - 1;
            return end == 0 ? words.get(0) : String.join((String) join.get(0), words.subList(0, end)) + join.get(1) + words.get(end);
        }
        if (value instanceof Map<?, ?> both && both.containsKey(language.get("code"))) value = both.get(language.get("code"));
        String text = plain(value);
        if (format == null) return text;
        if (format.equals("short")) return shorten(text);
        if (format.equals("spaced")) return text.compareTo("\u4e00") >= 0 && text.charAt(0) <= '\u9fff' ? text : " " + text;
        return tables.get(format) instanceof Map<?, ?> table && table.containsKey(text) ? (String) table.get(text) : text;
    }

    static String quote(Object value, Map<?, ?> nouns) {
        if (value instanceof List) return (String) nouns.get("array");
        if (value instanceof Map) return (String) nouns.get("object");
        return value instanceof String text ? visible(json(shorten(text))) : json(value);
    }

    static String plain(Object value) {
        return value instanceof String text ? text : json(value);
    }

    static String shorten(String text) {
        return text.codePointCount(0, text.length()) <= 60 ? text : text.substring(0, text.offsetByCodePoints(0, 60)) + "…";
    }

    static String visible(String text) {
        var shown = new StringBuilder();
        text.codePoints().forEach(point -> {
            int type = Character.getType(point);
            boolean isHidden = type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE
                || type == Character.PRIVATE_USE || type == Character.UNASSIGNED || type == Character.SPACE_SEPARATOR
                || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
            if (point == ' ' || !isHidden) shown.appendCodePoint(point);
            else shown.append(String.format("\\u%04x", (int) Character.toChars(point)[0]));
        });
        return shown.toString();
    }

    /** A JSON pointer as people write it: {@code /shots/1/image} is {@code shots[1].image}. */
    static String place(String path) {
        var text = new StringBuilder();
        String[] steps = path.split("/", -1);
        for (int index = 1; index < steps.length; index++) {
            String step = steps[index].replace("~1", "/").replace("~0", "~");
            String name = step.matches("[A-Za-z0-9_-]{1,60}") ? step : visible(json(shorten(step)));
            text.append(index == 1 ? name : step.matches("[0-9]+") ? "[" + step + "]" : "." + name);
        }
        return text.toString();
    }

    static Map<?, ?> object(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    static List<?> list(Object value) {
        return value instanceof List<?> items ? items : List.of();
    }

    static Object read(Path path) throws IOException {
        return new Json(Files.readString(path, StandardCharsets.UTF_8)).value();
    }

    /** A number, or true, false, null, as it is written: other languages write the same number in other ways. */
    record Literal(String text) {}

    static String json(Object value) {
        if (value instanceof Literal literal) return literal.text();
        if (value instanceof List<?> items) return items.stream().map(Messages::json).collect(Collectors.joining(",", "[", "]"));
        if (value instanceof Map<?, ?> map)
            return map.entrySet().stream().map(entry -> json(entry.getKey()) + ":" + json(entry.getValue())).collect(Collectors.joining(",", "{", "}"));
        var text = new StringBuilder("\"");
        for (char character : ((String) value).toCharArray()) {
            int named = "\"\\\b\f\n\r\t".indexOf(character);
            if (named >= 0) text.append('\\').append("\"\\bfnrt".charAt(named));
            else if (character < ' ') text.append(String.format("\\u%04x", (int) character));
            else text.append(character);
        }
        return text.append('"').toString();
    }

    /** JSON as the JDK, which has no reader of its own, can be given it in a few lines. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            char first = next();
            if (first == '"') return string();
            if (first != '{' && first != '[') {
                int begin = at;
                while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0 && !Character.isWhitespace(text.charAt(at))) at++;
                return new Literal(text.substring(begin, at));
            }
            at++;
            Map<String, Object> members = new LinkedHashMap<>();
            List<Object> items = new ArrayList<>();
            while (next() != (first == '{' ? '}' : ']')) {
                if (text.charAt(at) == ',') at++;
                next();
                if (first == '[') items.add(value());
                else {
                    String name = string();
                    next();
                    at++;
                    members.put(name, value());
                }
            }
            at++;
            return first == '{' ? members : items;
        }

        /** Skips blanks. */
        char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        String string() {
            var read = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') read.append(text.charAt(at));
                else if (text.charAt(++at) == 'u') {
                    read.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    int named = "bfnrt".indexOf(text.charAt(at));
                    read.append(named < 0 ? text.charAt(at) : "\b\f\n\r\t".charAt(named));
                }
            }
            at++;
            return read.toString();
        }
    }
}
