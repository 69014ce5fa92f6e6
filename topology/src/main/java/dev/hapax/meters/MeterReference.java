package dev.hapax.meters;

import java.util.Locale;
import java.util.stream.Collectors;

/** The reference of all meters, made from their enum. */
public final class MeterReference {

    private static final String INTRODUCTION = """
            # Metrics

            <!-- Generated from dev.hapax.meters.Meter; MeterReferenceTest says how. -->

            What `GET /metrics` of a running instance gives to Prometheus: Hapax's own meters, those of Kafka Streams and its clients, and those
            of the JVM. Names and tags are part of the promise.

            - **Counters** start at 0 with the instance and count what it processed. A transaction that is aborted is processed
              again, by this instance or another, and counts again: over a crash the sum of all instances is a little more than what was published. What
              was published, and what was not, `./hapax verify` tells exactly.
            - **Timers** have `_count`, `_sum`, `_bucket` and `_max` (of the last minutes). Those of single messages take one in 16, the first among
              them: their `_count` is no count of messages, their distribution is that of all.
            - **Gauges** show how the instance stands; those of the guard as its tasks last reported, about a second ago.
            - **Tags** are bounded: `source` has the names of the configuration (and `unknown` for what does not say whose it is), `label` what the rules
              say, each at most 200 values, and `(others)` for all beyond. No identity, key or content of a message is ever a tag.

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
            | how late decisions are, 99 of 100 | `histogram_quantile(0.99, sum by (le, source) (rate(hapax_event_latency_seconds_bucket[5m])))` |
            | what goes to quarantine | `sum by (reason) (rate(hapax_quarantined_messages_total[5m])) > 0` |
            | what a step of a message costs, in seconds | `sum by (step) (rate(hapax_work_seconds_sum[5m])) / sum by (step) (rate(hapax_work_seconds_count[5m]))` |
            """;

    private static final String KAFKA = """

            ## Kafka

            Everything Kafka Streams, its consumers, producers and admin client report at level `INFO` begins with `kafka_`, through
            Micrometer; new ones appear within 10 s. `streams: { metrics.recording.level: DEBUG }` has more of it. Units
            that Kafka abbreviates are spelt out (`_nanos`, `_millis`); other times of Kafka's are in milliseconds unless the name says otherwise.
            Of a topic with dots in its name there is one series, under that name; the one Kafka has with underscores is left out.

            | question | name |
            |---|---|
            | how long a commit takes, by thread | `kafka_stream_thread_commit_latency_avg`, `_max` |
            | how far behind the input | `kafka_consumer_fetch_manager_records_lag_max`, `kafka_consumer_fetch_manager_records_lag` by partition |
            | how old records are when they are done with | `kafka_stream_processor_node_record_e2e_latency_avg`, `_min`, `_max` |
            | time in transactions | `kafka_producer_txn_commit_time_nanos_total`, `kafka_producer_txn_begin_time_nanos_total` |
            | commits, and tasks that are being restored | `kafka_stream_thread_commit_total`, `kafka_stream_state_updater_active_restoring_tasks` |
            | threads that failed | `kafka_stream_failed_stream_threads_total` |

            ## JVM and process

            `jvm_memory_*`, `jvm_gc_*`, `jvm_threads_*`, `jvm_classes_*`, `process_*` and `system_*`, as Micrometer names them.
            """;

    private MeterReference() {}

    /** As the page {@code docs/metrics.md}. */
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
