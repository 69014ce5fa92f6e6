package dev.hapax.embedded;

import java.util.Locale;
import java.util.Properties;
import kafka.server.KafkaConfig;

/** The settings of a broker that is a controller too, answers on loopback only, and starts fast. */
final class BrokerSettings {

    private BrokerSettings() {}

    static KafkaConfig of(DataFolder folder, BrokerSockets sockets, BrokerAddress place, BrokerOptions options) {
        var own = new Properties();
        listeners(own, sockets, place);
        membership(own, folder, sockets, place);
        replicas(own, place.size());
        small(own);
        groups(own);
        own.putAll(options.properties());
        return KafkaConfig.fromProps(own, false);
    }

    private static void listeners(Properties own, BrokerSockets sockets, BrokerAddress place) {
        var clients = sockets.address(BrokerSockets.CLIENTS);
        var brokers = sockets.address(BrokerSockets.BROKERS);
        own.put("listeners", String.join(",", clients, brokers, sockets.address(BrokerSockets.CONTROLLER)));
        own.put(
                "advertised.listeners",
                place.advertised() == 0
                        ? clients + "," + brokers
                        : BrokerSockets.CLIENTS + "://" + BrokerSockets.HOST + ":" + place.advertised() + ","
                                + brokers);
        own.put("inter.broker.listener.name", BrokerSockets.BROKERS);
        own.put("controller.listener.names", BrokerSockets.CONTROLLER);
        own.put(
                "listener.security.protocol.map",
                BrokerSockets.CLIENTS + ":PLAINTEXT," + BrokerSockets.BROKERS + ":PLAINTEXT," + BrokerSockets.CONTROLLER
                        + ":PLAINTEXT");
    }

    private static void membership(Properties own, DataFolder folder, BrokerSockets sockets, BrokerAddress place) {
        own.put("process.roles", "broker,controller");
        own.put("node.id", Integer.toString(place.node()));
        own.put("controller.quorum.voters", place.voters(sockets.port(BrokerSockets.CONTROLLER)));
        own.put("log.dirs", folder.logs().toString());
        // After a kill the controller waits out the dead broker's session before it lets the new one in (9 s by
        // default).
        own.put("broker.heartbeat.interval.ms", "500");
        own.put("broker.session.timeout.ms", "5000");
        // A misspelt topic must fail, not come into being.
        own.put("auto.create.topics.enable", "false");
    }

    /** As many replicas as there are brokers, three at most, of which one may be missing. */
    private static void replicas(Properties own, int brokers) {
        var replicas = Integer.toString(Math.min(3, brokers));
        var inSync = Integer.toString(Math.max(1, Math.min(3, brokers) - 1));
        own.put("default.replication.factor", replicas);
        own.put("min.insync.replicas", inSync);
        own.put("offsets.topic.replication.factor", replicas);
        own.put("transaction.state.log.replication.factor", replicas);
        own.put("transaction.state.log.min.isr", inSync);
        own.put("share.coordinator.state.topic.replication.factor", replicas);
        own.put("share.coordinator.state.topic.min.isr", inSync);
    }

    private static void small(Properties own) {
        // 50 partitions each by default: most of the time to the first committed transaction.
        own.put("offsets.topic.num.partitions", "4");
        own.put("transaction.state.log.num.partitions", "4");
        own.put("share.coordinator.state.topic.num.partitions", "1");
        own.put("num.network.threads", "2");
        own.put("listener.name." + BrokerSockets.BROKERS.toLowerCase(Locale.ROOT) + ".num.network.threads", "1");
        own.put("num.io.threads", "4");
        own.put("background.threads", "2");
        own.put("num.recovery.threads.per.data.dir", "2");
        // 128 MB of heap by default, for logs far larger than these.
        own.put("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20));
        // Two brokers in one JVM would take each other's MBeans for their own.
        own.put("metric.reporters", "");
    }

    private static void groups(Properties own) {
        own.put("group.initial.rebalance.delay.ms", "0");
        own.put("group.min.session.timeout.ms", "500");
        own.put("group.consumer.min.session.timeout.ms", "500");
        own.put("group.consumer.min.heartbeat.interval.ms", "100");
        own.put("group.streams.min.session.timeout.ms", "500");
        own.put("group.streams.min.heartbeat.interval.ms", "100");
    }
}
