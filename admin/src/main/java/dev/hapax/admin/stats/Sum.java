package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds up the numbers of several instances. Missing fields of other versions count as zero. */
final class Sum {

    private static final List<String> SERIES = List.of("read", "admitted", "duplicates", "quarantined", "alerts");

    private Sum() {}

    static ObjectNode of(List<JsonNode> instances, Collection<String> missing) {
        ObjectNode sum = AdminJson.object().put("scope", "group").put("instances", instances.size());
        ArrayNode unheard = sum.putArray("missing");
        missing.forEach(unheard::add);
        sum.put("since", earliest(all(instances, "since")));
        sum.set("totals", added(all(instances, "totals"), true));
        ObjectNode rates = sum.putObject("rates");
        ObjectNode duplicates = sum.putObject("duplicateRate");
        for (String window : InstanceNumbers.WINDOW_NAMES) {
            ObjectNode rate = added(all(all(instances, "rates"), window), false);
            rates.set(window, rate);
            duplicates.put(window, duplicateRate(rate));
        }
        sum.set("perSecond", added(all(instances, "perSecond"), false));
        sources(instances, sum.putArray("sources"));
        guard(all(instances, "guard"), sum.putObject("guard"));
        sum.set("quarantinedByReason", added(all(instances, "quarantinedByReason"), true));
        sum.set("decisionsByLabel", added(all(instances, "decisionsByLabel"), true));
        List<JsonNode> series = all(instances, "series");
        if (!series.isEmpty()) {
            series(series, sum.putObject("series"));
        }
        return sum;
    }

    private static List<JsonNode> all(List<JsonNode> nodes, String name) {
        return nodes.stream()
                .filter(node -> node.has(name))
                .map(node -> node.path(name))
                .toList();
    }

    private static long total(List<JsonNode> nodes, String name) {
        return nodes.stream().mapToLong(node -> node.path(name).asLong()).sum();
    }

    private static double duplicateRate(JsonNode numbers) {
        return MessageCounts.duplicateRate(
                numbers.path("duplicates").asDouble(), numbers.path("read").asDouble());
    }

    private static @Nullable String earliest(List<JsonNode> times) {
        return instants(times)
                .min(Comparator.naturalOrder())
                .map(Instant::toString)
                .orElse(null);
    }

    /** Not compared as text: 12:00:00.5Z would come before 12:00:00Z. */
    private static Stream<Instant> instants(List<JsonNode> times) {
        return times.stream().filter(JsonNode::isTextual).map(JsonNode::asText).map(Instant::parse);
    }

    private static ObjectNode added(List<JsonNode> objects, boolean whole) {
        Map<String, Double> sums = new LinkedHashMap<>();
        objects.forEach(object -> object.properties()
                .forEach(field -> sums.merge(field.getKey(), field.getValue().asDouble(), Double::sum)));
        ObjectNode added = AdminJson.object();
        sums.forEach((name, sum) -> {
            if (whole) {
                added.put(name, Math.round(sum));
            } else {
                added.put(name, Math.round(sum * 1_000) / 1_000.0);
            }
        });
        return added;
    }

    private static void sources(List<JsonNode> instances, ArrayNode sources) {
        Map<String, ObjectNode> bySource = new TreeMap<>();
        for (JsonNode instance : instances) {
            for (JsonNode source : instance.path("sources")) {
                ObjectNode sum = bySource.computeIfAbsent(
                        source.path("source").asText(),
                        name -> AdminJson.object().put("source", name));
                sum.put("read", sum.path("read").asLong() + source.path("read").asLong());
                sum.put(
                        "duplicates",
                        sum.path("duplicates").asLong()
                                + source.path("duplicates").asLong());
                sum.put("duplicateRate", duplicateRate(sum));
            }
        }
        bySource.values().forEach(sources::add);
    }

    private static void guard(List<JsonNode> guards, ObjectNode sum) {
        sum.put("entries", total(guards, "entries"));
        sum.put("bytes", total(guards, "bytes"));
        sum.put("oldest", earliest(all(guards, "oldest")));
        Map<Duration, Long> ages = new TreeMap<>();
        for (JsonNode guard : guards) {
            for (JsonNode age : guard.path("ages")) {
                ages.merge(
                        Duration.parse(age.path("upTo").asText()),
                        age.path("entries").asLong(),
                        Long::sum);
            }
        }
        ArrayNode shown = sum.putArray("ages");
        ages.forEach((upTo, entries) ->
                shown.addObject().put("upTo", upTo.toString()).put("entries", entries));
    }

    /** Adds the series by position: their ends are less than a second apart. */
    private static void series(List<JsonNode> all, ObjectNode sum) {
        sum.put("stepSeconds", 1);
        sum.put(
                "end",
                instants(all(all, "end"))
                        .max(Comparator.naturalOrder())
                        .map(Instant::toString)
                        .orElse(null));
        for (String name : SERIES) {
            int longest =
                    all.stream().mapToInt(one -> one.path(name).size()).max().orElse(0);
            long[] sums = new long[longest];
            for (JsonNode one : all) {
                int offset = longest - one.path(name).size();
                for (int i = 0; i < one.path(name).size(); i++) {
                    sums[offset + i] += one.path(name).path(i).asLong();
                }
            }
            ArrayNode course = sum.putArray(name);
            for (long second : sums) {
                course.add(second);
            }
        }
    }
}
