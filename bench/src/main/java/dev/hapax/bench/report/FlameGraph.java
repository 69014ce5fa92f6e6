package dev.hapax.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Where a recorded JVM spent its time, as SVG: callers below, callees above, as wide as their share of the samples. */
public final class FlameGraph {

    private static final int WIDTH = 1200;
    private static final int ROW = 16;
    private static final int TOP = 40;
    private static final double LETTER = 6.2;
    private static final double NARROWEST = 0.8;
    private static final String RECORDING = ".jfr";
    private static final String SAMPLE = "jdk.ExecutionSample";

    private final String title;
    private final Node root = new Node();

    private FlameGraph(String title) {
        this.title = title;
    }

    private static final class Node {
        private final Map<String, Node> callees = new TreeMap<>();
        private long samples;

        Node callee(String name) {
            return callees.computeIfAbsent(name, unused -> new Node());
        }

        int depth() {
            return 1 + callees.values().stream().mapToInt(Node::depth).max().orElse(0);
        }
    }

    /** Of the second half of a recording: by then the JVM has compiled what it compiles. */
    static FlameGraph ofSecondHalf(String title, Path recording) throws IOException {
        List<RecordedEvent> samples = RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null)
                .toList();
        FlameGraph graph = new FlameGraph(title);
        if (samples.isEmpty()) {
            return graph;
        }
        Instant first = samples.get(0).getStartTime();
        Instant last = first;
        for (RecordedEvent sample : samples) {
            first = sample.getStartTime().isBefore(first) ? sample.getStartTime() : first;
            last = sample.getStartTime().isAfter(last) ? sample.getStartTime() : last;
        }
        Instant half = first.plusMillis((last.toEpochMilli() - first.toEpochMilli()) / 2);
        for (RecordedEvent sample : samples) {
            if (sample.getStartTime().isAfter(half)) {
                graph.add(stack(sample));
            }
        }
        return graph;
    }

    /** Draws every recording of a folder beside it, and returns the drawings. */
    public static List<Path> drawAll(Path folder) throws IOException {
        List<Path> recordings;
        try (Stream<Path> files = Files.list(folder)) {
            recordings = files.filter(file -> file.toString().endsWith(RECORDING))
                    .sorted()
                    .toList();
        }
        List<Path> drawings = new ArrayList<>();
        for (Path recording : recordings) {
            String name = recording.getFileName().toString().replace(RECORDING, "");
            String svg = ofSecondHalf(name, recording).svg();
            drawings.add(Files.writeString(folder.resolve(name + "-flame.svg"), svg));
        }
        return drawings;
    }

    /** From the thread on to the method that ran. */
    private static List<String> stack(RecordedEvent sample) {
        List<String> stack = new ArrayList<>();
        RecordedThread thread = sample.getThread("sampledThread");
        String name = thread == null || thread.getJavaName() == null ? "?" : thread.getJavaName();
        stack.add(
                name.contains("producer") ? "producer's network thread" : name.replaceAll(".*(StreamThread).*", "$1"));
        List<RecordedFrame> frames = sample.getStackTrace().getFrames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            RecordedFrame frame = frames.get(i);
            String type = frame.getMethod().getType().getName();
            stack.add(type.substring(type.lastIndexOf('.') + 1).replaceAll("\\$\\$Lambda.*", "lambda") + "."
                    + frame.getMethod().getName());
        }
        return stack;
    }

    /** Of stacks that are known already, each from the outermost caller on. */
    static FlameGraph of(String title, List<List<String>> stacks) {
        FlameGraph graph = new FlameGraph(title);
        stacks.forEach(graph::add);
        return graph;
    }

    private void add(List<String> stack) {
        Node node = root;
        node.samples++;
        for (String frame : stack) {
            node = node.callee(frame);
            node.samples++;
        }
    }

    public String svg() {
        int height = TOP + ROW * root.depth() + 10;
        StringBuilder svg = new StringBuilder();
        svg.append(Chart.Svg.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n"
                        + "<style>text { font: 10px monospace; fill: #111 } .t { font: 600 14px system-ui, sans-serif }"
                        + " rect { stroke: #fff; stroke-width: .4 }</style>%n"
                        + "<rect width=\"%d\" height=\"%d\" fill=\"#fdfcf7\"/>%n"
                        + "<text class=\"t\" x=\"8\" y=\"22\">%s, %d samples</text>%n",
                WIDTH, height, Chart.Svg.escaped(title), WIDTH, height, Chart.Svg.escaped(title), root.samples));
        draw(svg, root, "all", 0, WIDTH, height - 10 - ROW);
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Node node, String name, double x, double width, int y) {
        if (width < NARROWEST || root.samples == 0) {
            return;
        }
        String share = Chart.Svg.format("%s: %.1f %%", Chart.Svg.escaped(name), 100.0 * node.samples / root.samples);
        svg.append(Chart.Svg.format(
                "<g><title>%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                share, x, y, width, ROW - 1, colour(name)));
        int letters = (int) ((width - 4) / LETTER);
        if (letters >= 3) {
            String label = name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
            svg.append(
                    Chart.Svg.format("<text x=\"%.1f\" y=\"%d\">%s</text>", x + 2, y + 11, Chart.Svg.escaped(label)));
        }
        svg.append("</g>\n");
        double at = x;
        for (Map.Entry<String, Node> callee : node.callees.entrySet()) {
            double part = width * callee.getValue().samples / node.samples;
            draw(svg, callee.getValue(), callee.getKey(), at, part, y - ROW);
            at += part;
        }
    }

    /** The same name, the same colour. */
    private static String colour(String name) {
        int hash = name.hashCode() & 0xffff;
        return Chart.Svg.format("hsl(%d,75%%,%d%%)", 20 + hash % 40, 62 + hash / 64 % 14);
    }
}
