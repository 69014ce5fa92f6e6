package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules a file must keep, one by one. */
class SettingRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        application-id: ''                              | application-id: "" may only have
        application-id: a b                             | application-id: "a b" may only have
        application-id: a/b                             | application-id: a/b may only have
        topics: { prefix: 'a:' }                        | topics.prefix: a: may only have
        topics: { partitions: 0 }                       | topics.partitions: 0 must be at least 1
        guard: { ttl: 0s }                              | guard.ttl: 0s must be more than 0s
        guard: { ttl: PT-1H }                           | guard.ttl: PT-1H must be more than 0s
        guard: { bucket: 0s }                           | guard.bucket: 0s must be more than 0s
        guard: { bucket: 1s }                           | guard.bucket: 1s must be at least a 256th of the longest ttl of any source
        guard: { bucket: 25h }                          | guard.bucket: 25h must be at most the longest ttl of any source
        guard: { max-lateness: -1s }                    | guard.max-lateness: -1s must not be negative
        guard: { filter-memory: 1KiB }                  | guard.filter-memory: 1KiB must be at least 64KiB
        guard: { rocksdb-memory: 1KiB }                 | guard.rocksdb-memory: 1KiB must be at least 1MiB
        guard: { changelog-extra-retention: -1d }       | guard.changelog-extra-retention: -1d must not be negative
        limits: { max-message-bytes: 0B }               | limits.max-message-bytes: 0B must be at least 1B
        limits: { max-message-bytes: 2GiB }             | limits.max-message-bytes: 2GiB must be less than 2GiB
        limits: { max-message-bytes: 17MiB }            | limits.max-message-bytes: 17MiB must be at most quarantine.max-record-bytes
        limits: { max-depth: 0 }                        | limits.max-depth: 0 must be at least 1
        limits: { max-depth: 1001 }                     | limits.max-depth: 1001 must be at most 1000
        limits: { max-identity-length: 0 }              | limits.max-identity-length: 0 must be at least 1
        limits: { max-identity-length: 4097 }           | limits.max-identity-length: 4097 must be at most 4096
        limits: { max-clock-skew: -1ms }                | limits.max-clock-skew: -1ms must not be negative
        limits: { max-clock-skew: 3600001ms }           | limits.max-clock-skew: 3600001ms must be at most 1h
        quarantine: { header-budget: 1023B }            | quarantine.header-budget: 1023B must be at least 1KiB
        quarantine: { max-attempts: 0 }                 | quarantine.max-attempts: 0 must be at least 1
        quarantine: { max-record-bytes: 1023KiB }       | limits.max-message-bytes: (default: `1MiB`) must be at most quarantine.max-record-bytes
        quarantine: { flood: { max-consecutive: -1 } }  | quarantine.flood.max-consecutive: -1 must be at least 0
        quarantine: { flood: { max-share: 0 } }         | quarantine.flood.max-share: 0 must be more than 0
        quarantine: { flood: { max-share: 1.01 } }      | quarantine.flood.max-share: 1.01 must be more than 0 and at most 1
        quarantine: { flood: { max-share: .nan } }      | quarantine.flood.max-share: .nan must be a number
        quarantine: { flood: { window: 9 } }            | quarantine.flood.window: 9 must be at least 10
        instance: { threads: 0 }                        | instance.threads: 0 must be at least 1
        instance: { standby-replicas: -1 }              | instance.standby-replicas: -1 must be at least 0
        instance: { commit-interval: 0s }               | instance.commit-interval: 0s must be more than 0s
        instance: { commit-interval: 10s }              | instance.commit-interval: 10s must be less than instance.transaction-timeout
        instance: { transaction-timeout: 100ms }        | instance.commit-interval: (default: `100ms`) must be less than instance.transaction-timeout
        instance: { group-protocol: consumer }          | instance.group-protocol: consumer must be classic or streams
        instance: { group-protocol: streams, instance-id: a } | instance.instance-id: a cannot be set with instance.group-protocol streams
        instance: { instance-id: a b }                  | instance.instance-id: "a b" must be 1 to 249
        instance: { session-timeout: 0s }               | instance.session-timeout: 0s must be more than 0s
        instance: { stop-timeout: 0s }                  | instance.stop-timeout: 0s must be more than 0s
        instance: { max-thread-replacements: -1 }       | instance.max-thread-replacements: -1 must be at least 0
        instance: { state-dir: '' }                     | instance.state-dir: "" must be a path
        admin: { listen: 'a b' }                        | admin.listen: "a b" must be an address or host name
        admin: { listen: 192.0.2.7 }                    | admin.listen: 192.0.2.7 can be reached from other machines, and so needs admin.token
        admin: { listen: localhost.example.org }        | admin.listen: localhost.example.org can be reached from other machines
        admin: { listen: 0.0.0.0, token: 0123456789abcdef } | admin.advertised: (default: `listen` and `port`) must be set where admin.listen is every address
        admin: { port: -1 }                             | admin.port: -1 must be from 0
        admin: { port: 65536 }                          | admin.port: 65536 must be from 0
        admin: { advertised: host }                     | admin.advertised: host must be host:port
        admin: { advertised: 'host:0' }                 | admin.advertised: host:0 must be host:port
        admin: { advertised: 'http://host:1' }          | admin.advertised: http://host:1 must be host:port
        admin: { token: 0123456789abcde }               | admin.token: *** must have at least 16 characters
        admin: { token: '0123456789 abcdef' }           | admin.token: *** must be of visible ASCII
        admin: { tls: { key-store: a } }                | admin.tls.key-store-password: (default: none) must be set where admin.tls.key-store is
        admin: { tls: { key-store-password: a } }       | admin.tls.key-store: (default: none) must be set where admin.tls.key-store-password is
        admin: { tls: { key-store-type: '' } }          | admin.tls.key-store-type: "" must be PKCS12
        admin: { max-request-bytes: 1023B }             | admin.max-request-bytes: 1023B must be at least 1KiB
        admin: { requests-per-second: 0 }               | admin.requests-per-second: 0 must be at least 1
        admin: { max-clients: -1 }                      | admin.max-clients: -1 must be at least 0
        admin: { require-token: reads }                 | admin.require-token: reads needs admin.token
        admin: { require-token: all }                   | admin.require-token: all must be one of writes, reads
        admin: { peers: ['http://a'] }                  | admin.peers[0]: http://a must be a host or host:port
        admin: { mask: [a/b] }                          | admin.mask[0]: a/b must be a JSON pointer
        classifiers: { other: {} }                      | sources[0].classifier: (default: `rules`) must be one of classifiers: other
        classifiers: { rules: { type: '' } }            | classifiers.rules.type: "" must not be empty
        classifiers: { rules: { type: mine, reload: true } } | classifiers.rules.reload: true works with type rules only, and this is type mine
        classifiers: { rules: { options: { a: [1] } } } | classifiers.rules.options.a: [1] must be a single value
        streams: { a: { b: 1 } }                        | streams.a: must be a single value
        streams: { a: }                                 | streams.a: has no value
        """)
    void shouldHoldRule(String yaml, String error) {
        assertThat(Yaml.errors(yaml)).singleElement().asString().contains(": " + error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "guard: { bucket: 24h }",
                "guard: { max-lateness: 0s }",
                "limits: { max-clock-skew: 1h }",
                "limits: { max-message-bytes: 16MiB }",
                "quarantine: { header-budget: 1KiB, flood: { max-share: 1, window: 10, max-consecutive: 0 } }",
                "instance: { commit-interval: 9999ms, group-protocol: streams }",
                "topics: { prefix: '' }",
                "instance: { instance-id: '' , group-protocol: streams }",
                "admin: { listen: 127.9.9.9, port: 0, mask: [/a~1b, subject], max-clients: 0 }",
                "admin: { listen: '::1', token: '' }",
                "admin: { token: 0123456789abcdef, require-token: reads, peers: ['hapax-*.example.org', '10.1.*.*:80', '[::1]:80'] }",
                "admin: { listen: LocalHost, advertised: '[::1]:65535' }",
                "admin: { listen: 0.0.0.0, enabled: false }",
                "admin: { listen: '::', token: 0123456789abcdef, advertised: 'a:1' }",
                "admin: { tls: { key-store: a, key-store-password: b } }"
            })
    void shouldAcceptWhatIsJustWithinTheRules(String yaml) {
        assertThat(Yaml.errors(yaml)).isEmpty();
    }

    @Test
    void shouldNeedBrokers() {
        String rule = "must be set: the brokers to start from, such as localhost:9092";
        assertThat(Yaml.errorsOf(Yaml.SOURCES, Map.of()))
                .containsExactly("hapax.yaml: kafka.bootstrap.servers: " + rule);
        assertThat(Yaml.errorsOf("kafka: { acks: 1 }\n" + Yaml.SOURCES, Map.of()))
                .hasSize(2)
                .contains("hapax.yaml:1: kafka.bootstrap.servers: " + rule);
        assertThat(Yaml.errorsOf("kafka: { bootstrap.servers: '' }\n" + Yaml.SOURCES, Map.of()))
                .containsExactly("hapax.yaml:1: kafka.bootstrap.servers: \"\" " + rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "processing.guarantee",
                "application.id",
                "isolation.level",
                "enable.idempotence",
                "acks",
                "group.id",
                "enable.auto.commit",
                "transactional.id",
                "main.consumer.isolation.level",
                "consumer.group.id",
                "producer.acks",
                "restore.consumer.isolation.level",
                "global.consumer.enable.auto.commit",
                "producer.enable.idempotence",
                "processing.exception.handler",
                "partitioner.class",
                "producer.partitioner.class",
                "partitioner.ignore.keys",
                "producer.partitioner.ignore.keys",
                "topic.retention.bytes",
                "topic.retention.ms",
                "topic.cleanup.policy",
                "topic.message.timestamp.type",
                "topic.message.timestamp.before.max.ms",
                "topic.message.timestamp.after.max.ms"
            })
    void shouldProtectWhatTheGuaranteesRestOn(String key) {
        assertThat(Yaml.errors("streams: { " + key + ": x }"))
                .singleElement()
                .asString()
                .startsWith("hapax.yaml:3: streams." + key + ": x cannot be set: ");
        assertThat(Yaml.errorsOf("kafka: { bootstrap.servers: b, " + key + ": x }\n" + Yaml.SOURCES, Map.of()))
                .singleElement()
                .asString()
                .startsWith("hapax.yaml:1: kafka." + key + ": x cannot be set: ");
    }

    @Test
    void shouldCheckRecordsMadeInCodeToo() {
        assertThatThrownBy(() -> new LimitSettings(0, 64, 512, Duration.ofHours(2)))
                .isInstanceOf(SettingException.class)
                .hasMessage("limits.max-message-bytes: 0B must be at least 1B\n"
                        + "limits.max-clock-skew: 2h must be at most 1h: brokers refuse to repartition a message"
                        + " further ahead than that");
    }
}
