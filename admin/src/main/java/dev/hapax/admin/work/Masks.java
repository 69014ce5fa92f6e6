package dev.hapax.admin.work;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** Which fields are masked: those at a place in a document, and those of a name wherever they stand. */
final class Masks {

    private static final String ANY = "*";
    /** Where the documents of CloudEvents have what is the whole value of others. */
    private static final String DATA = "data";

    private final List<List<String>> places = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** @param masks JSON pointers, in which {@code *} stands for any step, or plain names */
    Masks(List<String> masks) {
        for (String mask : masks) {
            if (mask.startsWith("/")) {
                places.add(steps(mask));
            } else {
                names.add(mask.toLowerCase(Locale.ROOT));
            }
        }
    }

    private static List<String> steps(String pointer) {
        List<String> steps = new ArrayList<>();
        for (String step : pointer.substring(1).split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return steps;
    }

    boolean isEmpty() {
        return places.isEmpty() && names.isEmpty();
    }

    boolean covers(String name) {
        return names.contains(name.toLowerCase(Locale.ROOT));
    }

    /** @param path the steps to a field from the root of its document */
    boolean covers(List<String> path) {
        return covers(path.get(path.size() - 1))
                || places.stream().anyMatch(place -> leads(place, path) || leadsIntoData(place, path));
    }

    /**
     * Whether a field is masked, or anything it stands in: what is masked is so with all that is in it.
     *
     * @param selector a JSON pointer or the name of a top-level field, as sources tell their fields
     */
    boolean coversSelector(String selector) {
        return coversOnTheWay(way(selector));
    }

    /** The same of a field of the data of a CloudEvent, which may be sent as a member of a document. */
    boolean coversInData(String selector) {
        List<String> way = new ArrayList<>(List.of(DATA));
        way.addAll(way(selector));
        return coversOnTheWay(way);
    }

    private static List<String> way(String selector) {
        return selector.startsWith("/") ? steps(selector) : List.of(selector);
    }

    private boolean coversOnTheWay(List<String> way) {
        return IntStream.rangeClosed(1, way.size()).anyMatch(steps -> covers(way.subList(0, steps)));
    }

    private static boolean leads(List<String> place, List<String> path) {
        if (place.size() != path.size()) {
            return false;
        }
        for (int i = 0; i < place.size(); i++) {
            if (!place.get(i).equals(ANY) && !place.get(i).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean leadsIntoData(List<String> place, List<String> path) {
        return place.size() > 1 && place.get(0).equals(DATA) && leads(place.subList(1, place.size()), path);
    }
}
