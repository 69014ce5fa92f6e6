package dev.hapax.admin.status;

import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Query;
import io.javalin.config.RoutesConfig;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Processor;
import org.apache.kafka.streams.TopologyDescription.Sink;
import org.apache.kafka.streams.TopologyDescription.Source;

/** The steps of the topology. */
public final class TopologyPart implements ApiPart {

    private final Answer answer;

    public TopologyPart(TopologyDescription topology) {
        this.answer = new Answer(
                topology.toString(),
                topology.subtopologies().stream()
                        .map(part -> new Subtopology(
                                part.id(),
                                part.nodes().stream()
                                        .map(TopologyPart::step)
                                        .sorted(Comparator.comparing(Step::name))
                                        .toList()))
                        .sorted(Comparator.comparing(Subtopology::id))
                        .toList());
    }

    record Answer(String description, List<Subtopology> subtopologies) {}

    record Subtopology(int id, List<Step> nodes) {}

    record Step(String name, String type, Set<String> topics, Set<String> stores, Set<String> successors) {}

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/topology", Query.none(request -> request.json(answer)));
    }

    private static Step step(Node node) {
        Set<String> successors = new TreeSet<>();
        node.successors().forEach(successor -> successors.add(successor.name()));
        if (node instanceof Source source) {
            return new Step(node.name(), "source", new TreeSet<>(source.topicSet()), Set.of(), successors);
        }
        if (node instanceof Sink sink) {
            return new Step(node.name(), "sink", Set.of(sink.topic()), Set.of(), successors);
        }
        Set<String> stores = node instanceof Processor processor ? new TreeSet<>(processor.stores()) : Set.of();
        return new Step(node.name(), "processor", Set.of(), stores, successors);
    }
}
