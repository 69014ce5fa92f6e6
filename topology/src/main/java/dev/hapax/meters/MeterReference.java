package dev.hapax.meters;

import java.util.Locale;
import java.util.stream.Collectors;

/** The reference of all meters, generated from their enum. */
public final class MeterReference {

    private static final String INTRODUCTION = """
            # Metrics

            <!-- Generated from dev.hapax.meters.Meter; MeterReferenceTest says how. -->

            A running instance serves these metrics at `GET /metrics`, in the Prometheus format: the meters of Hapax, those of
            Kafka Streams and its clients, and those of the JVM. Names and tags are part of the public interface.

            - **Counters** start at 0 with the instance. An aborted transaction is processed again, by this instance or another
              one, and counts again. After a crash, the sum over all instances can be a little larger than what was published.
              `./hapax verify` gives the exact numbers.
            - **Timers** have `_count`, `_sum`, `_bucket` and `_max` (of the last minutes). Timers of single messages sample one
              message in 16. Their `_count` is not a count of messages, but their distribution is that of all messages.
            - **Gauges** show current values. Those of the guard are about one second old.
            - **Tags** are bounded. `source` is a name from the configuration, or `unknown`. `label` comes from the rules. Each has
              at most 200 values, and `(others)` for the rest. No identity, key or content of a message is ever a tag.

            ## Hapax

            | name | kind | tags | meaning |
            |---|---|---|---|
            """;

    private static final String OUTCOMES = """

            `outcome` is `admitted`, `duplicate`, `redelivery` or `quarantined`; `important` is `true` or `false`; `reason` is one of
            [these](records.md#reasons); `answer` is `forgotten` or `refused`; `step` is `intake` or `admit`.

            | question | PromQL |
            |---|---|
            | share of duplicates by source | `sum by (source) (rate(hapax_messages_total{outcome="duplicate"}[5m])) / sum by (source) (rate(hapax_messages_total[5m]))` |
            | messages a second | `sum(rate(hapax_messages_total[1m]))` |
            | latency of decisions, 99th percentile | `histogram_quantile(0.99, sum by (le, source) (rate(hapax_event_latency_seconds_bucket[5m])))` |
            | rate of quarantined messages, by reason | `sum by (reason) (rate(hapax_quarantined_messages_total[5m])) > 0` |
            | average processing time of a message, by step | `sum by (step) (rate(hapax_work_seconds_sum[5m])) / sum by (step) (rate(hapax_work_seconds_count[5m]))` |
            """;

    private static final String KAFKA = """

            ## Kafka

            All metrics of Kafka Streams, its consumers, producers and admin client at level `INFO` are there, through Micrometer.
            Their names begin with `kafka_`. New ones appear within 10 s. Set `streams: { metrics.recording.level: DEBUG }` for
            more. Units that Kafka abbreviates are spelled out (`_nanos`, `_millis`). Other times are in milliseconds unless the
            name says otherwise. A topic with dots in its name has one series, under that name. The duplicate that Kafka reports
            with underscores is dropped.

            | question | name |
            |---|---|
            | commit duration by thread | `kafka_stream_thread_commit_latency_avg`, `_max` |
            | consumer lag | `kafka_consumer_fetch_manager_records_lag_max`, `kafka_consumer_fetch_manager_records_lag` by partition |
            | age of records after processing | `kafka_stream_processor_node_record_e2e_latency_avg`, `_min`, `_max` |
            | time in transactions | `kafka_producer_txn_commit_time_nanos_total`, `kafka_producer_txn_begin_time_nanos_total` |
            | commits, and tasks in restore | `kafka_stream_thread_commit_total`, `kafka_stream_state_updater_active_restoring_tasks` |
            | failed threads | `kafka_stream_failed_stream_threads_total` |

            ## JVM and process

            `jvm_memory_*`, `jvm_gc_*`, `jvm_threads_*`, `jvm_classes_*`, `process_*` and `system_*`, as Micrometer names them.
            """;

    private MeterReference() {}

    /** The page {@code docs/metrics.md}. */
    public static String markdown() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Meter meter : Meter.values()) {
            String tags = meter.tags().stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
            page.append(String.format(
                    "| `%s` | %s | %s | %s. |\n",
                    meter.prometheusName(), meter.kind().name().toLowerCase(Locale.ROOT), tags, meter.description()));
        }
        return page.append(OUTCOMES).append(KAFKA).toString();
    }
}
