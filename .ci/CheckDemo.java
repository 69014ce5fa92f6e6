import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the demo's closing table (JSON) from standard input and fails unless it adds up.
 *
 * <p>One file that runs with {@code java .ci/CheckDemo.java MESSAGES}, because a fresh machine has a JDK and no JSON tool.
 */
final class CheckDemo {

    private static final List<String> REASONS = List.of(
            "UNREADABLE",
            "INVALID",
            "NO_IDENTITY",
            "TOO_LARGE",
            "IN_THE_FUTURE",
            "LATE",
            "CONFLICT",
            "CLASSIFIER_FAILED",
            "RETRIES_EXHAUSTED",
            "INTERNAL");

    private final String json;
    private final List<String> faults = new ArrayList<>();

    private CheckDemo(String json) {
        this.json = json;
    }

    public static void main(String[] arguments) throws Exception {
        var json = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        var check = new CheckDemo(json);
        check.run(Long.parseLong(arguments[0]));
        System.out.println(json);
        check.faults.forEach(fault -> System.err.println("demo: " + fault));
        if (!check.faults.isEmpty()) {
            System.exit(1);
        }
        System.out.println("demo: the table adds up");
    }

    private void run(long messages) {
        if (!json.startsWith("{") || !json.endsWith("}")) {
            faults.add("standard output is not one JSON object");
            return;
        }
        var read = number("read");
        var admitted = number("admitted");
        var quarantined = number("quarantined");
        var byReason = counts("quarantinedByReason");
        var byLabel = counts("decisionsByLabel");

        equal("read", read, "admitted + duplicates + redeliveries + quarantined",
                admitted + number("duplicates") + number("redeliveries") + quarantined);
        equal("quarantined", quarantined, "the sum of quarantinedByReason", sum(byReason));
        equal("conflicts", number("conflicts"), "quarantinedByReason.CONFLICT", byReason.getOrDefault("CONFLICT", 0L));
        require(read > messages * 9 / 10, "read is " + read + " of about " + messages);
        require(admitted > 0, "nothing was admitted");
        require(number("duplicates") > 0, "no duplicate was found");
        require(number("alerts") > 0 && number("alerts") < admitted, "alerts is " + number("alerts") + " of " + admitted);
        require(sum(byLabel) > 0 && sum(byLabel) <= admitted, "decisionsByLabel sums to " + sum(byLabel) + " of " + admitted);
        for (var reason : REASONS) {
            require(byReason.getOrDefault(reason, 0L) > 0, "no message was quarantined as " + reason);
        }
    }

    private void equal(String what, long is, String other, long should) {
        require(is == should, what + " is " + is + ", but " + other + " is " + should);
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
    }

    private long number(String key) {
        var found = Pattern.compile("\"" + key + "\"\\s*:\\s*(\\d+)").matcher(json);
        if (!found.find()) {
            faults.add("no number \"" + key + "\"");
            return 0;
        }
        return Long.parseLong(found.group(1));
    }

    private Map<String, Long> counts(String key) {
        var counts = new LinkedHashMap<String, Long>();
        var found = Pattern.compile("\"" + key + "\"\\s*:\\s*\\{([^{}]*)}").matcher(json);
        if (!found.find()) {
            faults.add("no object \"" + key + "\"");
            return counts;
        }
        var entry = Pattern.compile("\"([^\"]+)\"\\s*:\\s*(\\d+)").matcher(found.group(1));
        while (entry.find()) {
            counts.put(entry.group(1), Long.parseLong(entry.group(2)));
        }
        return counts;
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
