package dev.hapax.domain;

/** Where a record stands: topic, partition, offset. */
public record Coordinates(String topic, int partition, long offset) {

    public Coordinates {
        if (partition < 0 || offset < 0) {
            throw new IllegalArgumentException("no such place: " + topic + "-" + partition + "@" + offset);
        }
    }

    /** As people write it: {@code topic-partition@offset}. */
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }

    public static Coordinates parse(String text) {
        int at = text.lastIndexOf('@');
        int dash = at < 0 ? -1 : text.lastIndexOf('-', at);
        if (dash <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not topic-partition@offset");
        }
        try {
            return new Coordinates(
                    text.substring(0, dash),
                    Integer.parseInt(text.substring(dash + 1, at)),
                    Long.parseLong(text.substring(at + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not topic-partition@offset", e);
        }
    }
}
