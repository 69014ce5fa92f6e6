package dev.hapax.intake;

import dev.hapax.intake.cloudevents.CloudEventsFormat;
import dev.hapax.intake.json.JsonFormat;
import dev.hapax.intake.mail.Rfc822Format;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The formats there are: those that come with Hapax, and those found beside it. */
public final class Formats {

    private final Map<String, Format> byName = new TreeMap<>();

    /** @throws IllegalArgumentException when two formats have one name */
    public Formats(Iterable<? extends Format> more) {
        List.of(new JsonFormat(), new CloudEventsFormat(), new Rfc822Format()).forEach(this::add);
        more.forEach(this::add);
    }

    /** With the plug-ins on the class path. */
    public static Formats load() {
        return new Formats(ServiceLoader.load(Format.class));
    }

    /** @throws IllegalArgumentException if there is none with that name */
    public Format named(String name) {
        Format format = byName.get(name);
        if (format == null) {
            throw new IllegalArgumentException(
                    "format '" + name + "' is not known; there are " + String.join(", ", byName.keySet()));
        }
        return format;
    }

    public Set<String> names() {
        return Set.copyOf(byName.keySet());
    }

    private void add(Format format) {
        Format other = byName.putIfAbsent(format.name(), format);
        if (other != null) {
            throw new IllegalArgumentException("two formats are called '" + format.name() + "': "
                    + other.getClass().getName() + " and " + format.getClass().getName());
        }
    }
}
