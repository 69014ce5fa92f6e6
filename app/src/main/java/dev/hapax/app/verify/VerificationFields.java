package dev.hapax.app.verify;

import dev.hapax.operations.verify.AnomalyName;
import dev.hapax.operations.verify.DeliveryCounts;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.Verification.Anomaly;
import dev.hapax.operations.verify.Verification.Count;
import dev.hapax.operations.verify.Verification.PartitionCount;
import dev.hapax.operations.verify.Verification.Totals;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A verification as the JSON object that scripts read. */
final class VerificationFields {

    private VerificationFields() {}

    static Map<String, @Nullable Object> of(Verification found) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("ok", found.ok());
        fields.put("notKnown", found.notKnown());
        fields.put(
                "partitions",
                found.partitions().stream().map(VerificationFields::partition).toList());
        fields.put("totals", totals(found.totals()));
        DeliveryCounts deliveries = found.deliveries();
        fields.put("deliveries", deliveries == null ? null : deliveries(deliveries));
        fields.put("anomalyCount", found.anomalyCount());
        Map<String, @Nullable Object> counts = new LinkedHashMap<>();
        for (AnomalyName name : AnomalyName.values()) {
            counts.put(name.code(), found.counts().getOrDefault(name, 0L));
        }
        fields.put("anomaliesByName", counts);
        fields.put(
                "anomalies",
                found.anomalies().stream().map(VerificationFields::anomaly).toList());
        return fields;
    }

    private static Map<String, @Nullable Object> partition(PartitionCount partition) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("topic", partition.topic());
        fields.put("partition", partition.partition());
        fields.put("from", partition.range().from());
        fields.put("to", partition.range().to());
        put(fields, partition.count());
        return fields;
    }

    private static Map<String, @Nullable Object> totals(Totals totals) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        put(fields, totals.messages());
        fields.put("alerts", totals.alerts());
        fields.put("readAgain", totals.again());
        fields.put("otherRules", totals.otherRules());
        fields.put("unknownOutputs", totals.unknownOutputs());
        fields.put("forgotten", totals.forgotten());
        fields.put("unknownFirsts", totals.unknownFirsts());
        fields.put("unknownAlerts", totals.unknownAlerts());
        return fields;
    }

    private static Map<String, @Nullable Object> deliveries(DeliveryCounts counts) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("deliveries", counts.deliveries());
        Map<String, Long> states = new LinkedHashMap<>();
        counts.states().forEach((state, count) -> states.put(state.name(), count));
        fields.put("states", states);
        fields.put("waiting", counts.waiting());
        fields.put("lost", counts.lost());
        fields.put("refusedStagings", counts.refused());
        fields.put("claims", counts.claims());
        fields.put("receipts", counts.receipts());
        fields.put("unknown", counts.unknown());
        return fields;
    }

    private static void put(Map<String, @Nullable Object> fields, Count count) {
        fields.put("read", count.read());
        fields.put("admitted", count.admitted());
        fields.put("duplicates", count.duplicates());
        fields.put("redeliveries", count.redeliveries());
        fields.put("quarantined", count.quarantined());
        fields.put("inFlight", count.inFlight());
        fields.put("unknown", count.unknown());
        fields.put("lost", count.lost());
        fields.put("addsUp", count.addsUp());
    }

    private static Map<String, @Nullable Object> anomaly(Anomaly anomaly) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", anomaly.name().code());
        fields.put("coordinates", anomaly.coordinates().toString());
        fields.put("generation", anomaly.generation());
        fields.put("identity", anomaly.identity());
        fields.put("record", anomaly.record().toString());
        fields.put("detail", anomaly.detail());
        return fields;
    }
}
