package dev.hapax.operations.rules;

import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topic with every version of the rules that operators applied. Its one partition gives them an order. */
public final class RulesTopic {

    private static final Logger LOG = LoggerFactory.getLogger(RulesTopic.class);

    private final KafkaClients clients;
    private final TopicPartition partition;

    public RulesTopic(KafkaClients clients) {
        this.clients = clients;
        this.partition = new TopicPartition(clients.settings().topic(Topic.RULES), 0);
    }

    public TopicPartition partition() {
        return partition;
    }

    /**
     * Everything that is in it by now, but for records that Hapax did not write.
     *
     * @throws OperationException when there is no such topic, or it has several partitions
     */
    public RulesHistory read() {
        try (TopicReader reader = new TopicReader(clients)) {
            Map<TopicPartition, Range> whole = reader.whole(partition.topic());
            if (whole.size() != 1) {
                throw new OperationException("topic " + partition.topic() + " has " + whole.size()
                        + " partitions and must have 1: delete it and run 'hapax topics create -c FILE'");
            }
            List<AppliedRules> applied = new ArrayList<>();
            reader.read(whole, Progress.UNSEEN, record -> {
                try {
                    applied.add(AppliedRules.read(record));
                } catch (IllegalArgumentException e) {
                    // Anyone may write to a topic; a stranger's record must not keep an instance from starting.
                    LOG.warn("{}@{} is skipped: {}", partition, record.offset(), e.getMessage());
                }
                return true;
            });
            return new RulesHistory(
                    applied, Objects.requireNonNull(whole.get(partition)).to());
        }
    }

    /** Writes a version, which is in force from then on; {@code hapax rules history} tells whether it was written. */
    public void apply(AppliedRules rules) {
        clients.write(rules.record(partition.topic()), "the new version of the rules");
    }
}
