package dev.hapax.embedded;

import java.util.Properties;
import kafka.server.KafkaConfig;

/** The settings of a single broker that is its own controller, answers on loopback only, and starts fast. */
final class BrokerSettings {

    static final int NODE_ID = 1;

    private BrokerSettings() {}

    static KafkaConfig of(DataFolder folder, BrokerSockets sockets, BrokerOptions options) {
        var own = new Properties();
        place(own, folder, sockets);
        oneReplica(own);
        small(own);
        groups(own);
        own.putAll(options.properties());
        return KafkaConfig.fromProps(own, false);
    }

    private static void place(Properties own, DataFolder folder, BrokerSockets sockets) {
        var clients = BrokerSockets.CLIENTS + "://" + BrokerSockets.HOST + ":" + sockets.clientPort();
        var controllerAddress = BrokerSockets.HOST + ":" + sockets.controllerPort();
        own.put("process.roles", "broker,controller");
        own.put("node.id", Integer.toString(NODE_ID));
        own.put("listeners", clients + "," + BrokerSockets.CONTROLLER + "://" + controllerAddress);
        own.put("advertised.listeners", clients);
        own.put("inter.broker.listener.name", BrokerSockets.CLIENTS);
        own.put("controller.listener.names", BrokerSockets.CONTROLLER);
        own.put(
                "listener.security.protocol.map",
                BrokerSockets.CLIENTS + ":PLAINTEXT," + BrokerSockets.CONTROLLER + ":PLAINTEXT");
        own.put("controller.quorum.voters", NODE_ID + "@" + controllerAddress);
        own.put("log.dirs", folder.logs().toString());
        // After a kill the controller waits out the dead broker's session before it lets the new one in (9 s by
        // default).
        own.put("broker.heartbeat.interval.ms", "500");
        own.put("broker.session.timeout.ms", "5000");
        // A misspelt topic must fail, not come into being.
        own.put("auto.create.topics.enable", "false");
    }

    private static void oneReplica(Properties own) {
        own.put("default.replication.factor", "1");
        own.put("min.insync.replicas", "1");
        own.put("offsets.topic.replication.factor", "1");
        own.put("transaction.state.log.replication.factor", "1");
        own.put("transaction.state.log.min.isr", "1");
        own.put("share.coordinator.state.topic.replication.factor", "1");
        own.put("share.coordinator.state.topic.min.isr", "1");
    }

    private static void small(Properties own) {
        // 50 partitions each by default: most of the time to the first committed transaction.
        own.put("offsets.topic.num.partitions", "4");
        own.put("transaction.state.log.num.partitions", "4");
        own.put("share.coordinator.state.topic.num.partitions", "1");
        own.put("num.network.threads", "2");
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
