package dev.hapax.admin.status;

import dev.hapax.admin.Peers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Source;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** The tasks of each instance, from the metadata of Kafka Streams. */
final class GroupMembers {

    private final KafkaStreams streams;
    private final HostInfo self;
    /** The subtopology of an input topic; internal topics have the application id as a prefix. */
    private final Map<String, Integer> parts = new HashMap<>();

    GroupMembers(KafkaStreams streams, HostInfo self, String application, TopologyDescription topology) {
        this.streams = streams;
        this.self = self;
        topology.subtopologies()
                .forEach(part -> part.nodes().forEach(node -> {
                    if (node instanceof Source source) {
                        source.topicSet().forEach(topic -> {
                            parts.put(topic, part.id());
                            parts.put(application + "-" + topic, part.id());
                        });
                    }
                }));
    }

    /** A task and its instance. */
    record Task(String id, boolean active, String instance, List<String> partitions) {}

    /** A stream thread of this instance. */
    record StreamThread(String name, String state, List<String> activeTasks, List<String> standbyTasks) {}

    /** All input partitions of the group. */
    static Set<TopicPartition> inputs(KafkaStreams streams) {
        return whileRunning(streams::metadataForAllStreamsClients).stream()
                .map(StreamsMetadata::topicPartitions)
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
    }

    List<StreamThread> threads() {
        return local().stream()
                .map(thread -> new StreamThread(
                        thread.threadName(),
                        thread.threadState(),
                        ids(thread.activeTasks()),
                        ids(thread.standbyTasks())))
                .sorted(Comparator.comparing(StreamThread::name))
                .toList();
    }

    /** The tasks of all instances: of this one from its threads, of the others from the last assignment. */
    List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (ThreadMetadata thread : local()) {
            thread.activeTasks().forEach(task -> tasks.add(own(task, true)));
            thread.standbyTasks().forEach(task -> tasks.add(own(task, false)));
        }
        for (StreamsMetadata other : whileRunning(streams::metadataForAllStreamsClients)) {
            if (!other.hostInfo().equals(self)) {
                tasks.addAll(foreign(other.hostInfo(), other.topicPartitions(), true));
                tasks.addAll(foreign(other.hostInfo(), other.standbyTopicPartitions(), false));
            }
        }
        tasks.sort(Comparator.comparing(Task::id).thenComparing(Task::active, Comparator.reverseOrder()));
        return tasks;
    }

    private Collection<ThreadMetadata> local() {
        return whileRunning(streams::metadataForLocalThreads);
    }

    private Task own(TaskMetadata task, boolean active) {
        return new Task(task.taskId().toString(), active, Peers.address(self), named(task.topicPartitions()));
    }

    private List<Task> foreign(HostInfo instance, Set<TopicPartition> partitions, boolean active) {
        Map<String, Set<TopicPartition>> byTask = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            @Nullable Integer part = parts.get(partition.topic());
            if (part != null) {
                byTask.computeIfAbsent(part + "_" + partition.partition(), id -> new HashSet<>())
                        .add(partition);
            }
        }
        return byTask.entrySet().stream()
                .map(task -> new Task(task.getKey(), active, Peers.address(instance), named(task.getValue())))
                .toList();
    }

    private static List<String> ids(Set<TaskMetadata> tasks) {
        return tasks.stream().map(task -> task.taskId().toString()).sorted().toList();
    }

    private static List<String> named(Set<TopicPartition> partitions) {
        Set<String> names = new TreeSet<>();
        partitions.forEach(partition -> names.add(partition.toString()));
        return List.copyOf(names);
    }

    /** Empty before the start and after the stop. */
    private static <T> Collection<T> whileRunning(Supplier<? extends Collection<T>> known) {
        try {
            return known.get();
        } catch (IllegalStateException | StreamsNotStartedException e) {
            return List.of();
        }
    }
}
