package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicFollower;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The campaigns of an application. One such view serves a whole process: it reads their topic once, and after that only what was
 * added. Any thread may use it.
 */
public final class CampaignView implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CampaignView.class);
    private static final int MOST_LOGGED = 10;

    private final TopicReader reader;
    private final TopicFollower follower;
    private final Map<String, Campaign> campaigns = new TreeMap<>();

    private long skipped;

    /** @throws OperationException when the configuration has no channel */
    public CampaignView(KafkaClients clients) {
        if (!clients.settings().delivery().isOn()) {
            throw new OperationException("delivery is not configured: add delivery.channels to the configuration");
        }
        this.reader = new TopicReader(clients);
        this.follower = new TopicFollower(reader, clients.settings().topic(Topic.CAMPAIGNS));
    }

    /** Reads what has been committed since the last time. */
    public synchronized void catchUp(Progress progress) {
        follower.catchUp(progress, campaigns::clear, this::take);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return;
        }
        String id = new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
            campaigns.remove(id);
            return;
        }
        try {
            Campaign campaign = CampaignFormat.readCampaign(record.value());
            if (!campaign.id().equals(id)) {
                throw new IllegalArgumentException("its key is not its id");
            }
            campaigns.put(id, campaign);
        } catch (IllegalArgumentException e) {
            // Anyone may write to a topic.
            if (++skipped <= MOST_LOGGED) {
                LOG.warn(
                        "{}-{}@{} is skipped: {}", record.topic(), record.partition(), record.offset(), e.getMessage());
            }
        }
    }

    /** All campaigns, by id, as they were when the view caught up last. */
    public synchronized List<Campaign> all() {
        return List.copyOf(campaigns.values());
    }

    /** As it was when the view caught up last; null where there is none of that id. */
    public synchronized @Nullable Campaign known(String id) {
        return campaigns.get(id);
    }

    /** As it is now; null where there is none of that id. */
    public synchronized @Nullable Campaign find(String id) {
        catchUp(Progress.UNSEEN);
        return known(id);
    }

    /**
     * As it is now.
     *
     * @throws UnknownException when there is none of that id
     */
    public Campaign get(String id) {
        Campaign campaign = find(id);
        if (campaign == null) {
            throw new UnknownException("there is no campaign " + id
                    + ": 'hapax campaign list' shows all of them, and 'hapax campaign" + " create FILE' makes one");
        }
        return campaign;
    }

    @Override
    public synchronized void close() {
        reader.close();
    }
}
