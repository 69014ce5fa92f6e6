package dev.hapax.masking;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** The masked fields: by their place in a document, or by their name at any place. */
final class Masks {

    private static final String ANY = "*";
    /** The member of a CloudEvents document that contains the data. */
    private static final String DATA = "data";

    private final List<List<String>> places = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** @param masks JSON pointers, in which {@code *} matches any step, or names */
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
     * Whether a field or one of its parents is masked.
     *
     * @param selector a JSON pointer or the name of a top-level field, as in the settings of a source
     */
    boolean coversSelector(String selector) {
        return coversOnTheWay(way(selector));
    }

    /** The same for a field in the data of a CloudEvent in structured mode. */
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
