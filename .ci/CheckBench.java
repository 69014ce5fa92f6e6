import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the figures of a throughput bench (JSON) from standard input and fails unless every contender it is
 * given the names of has some. How good they
 * are is not asked: a machine that builds is no machine to measure on.
 *
 * <p>One file that runs with {@code java .ci/CheckBench.java}, because a fresh machine has a JDK and no JSON tool.
 */
final class CheckBench {

    private final List<String> contenders;
    private final String json;
    private final List<String> faults = new ArrayList<>();

    private CheckBench(List<String> contenders, String json) {
        this.contenders = contenders;
        this.json = json;
    }

    public static void main(String[] arguments) throws Exception {
        var json = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        var check = new CheckBench(List.of(arguments), json);
        check.run();
        System.out.println(json);
        check.faults.forEach(fault -> System.err.println("bench: " + fault));
        if (!check.faults.isEmpty()) {
            System.exit(1);
        }
        System.out.println("bench: every contender has figures");
    }

    private void run() {
        if (!json.startsWith("{\"measurement\":\"throughput\"") || !json.endsWith("}") || json.lines().count() != 1) {
            faults.add("standard output is not one JSON object of a throughput bench");
            return;
        }
        for (var name : contenders) {
            var at = json.indexOf("{\"name\":\"" + name + "\",\"messagesPerSecond\"");
            if (at < 0) {
                faults.add("there is no contender " + name);
                continue;
            }
            var end = json.indexOf("{\"name\":", at + 1);
            check(name, json.substring(at, end < 0 ? json.length() : end));
        }
    }

    private void check(String name, String figures) {
        for (var figure : List.of("messagesPerSecond", "cpuMicrosPerMessage")) {
            var median = Pattern.compile("\"" + figure + "\":\\{\"median\":([0-9.E+]+),\"min\":([0-9.E+]+),\"max\":([0-9.E+]+)}")
                    .matcher(figures);
            require(
                    median.find() && Double.parseDouble(median.group(1)) > 0,
                    name + " has no " + figure + " with median, min and max");
        }
        var outputs = Pattern.compile("\"outputs\":\\[(\\d+)]").matcher(figures);
        var expected = Pattern.compile("\"expectedOutputs\":(\\d+)").matcher(figures);
        if (!outputs.find() || !expected.find()) {
            faults.add(name + " has no outputs, or not of one round");
        } else {
            var written = Long.parseLong(outputs.group(1));
            var wanted = Long.parseLong(expected.group(1));
            require(
                    written == wanted,
                    name + " wrote " + written + " messages instead of " + wanted);
        }
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
    }
}
