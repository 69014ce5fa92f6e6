package dev.hapax.config;

import dev.hapax.yaml.YamlNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an error message shows of a file: short, printable, and no secret. */
final class Shown {

    private static final int LONGEST = 80;

    private Shown() {}

    /** Placeholders stay as they are written, so that nothing from the environment or a file is shown. */
    static @Nullable String of(String path, @Nullable YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return of(path, scalar);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            List<String> items = sequence.items().stream()
                    .map(item -> item instanceof YamlNode.Scalar scalar ? of(path, scalar) : item.kind())
                    .toList();
            return shorten(items.toString());
        }
        return null;
    }

    private static String of(String path, YamlNode.Scalar scalar) {
        if (Masked.isSecret(path, scalar.text())) {
            return Masked.MASK;
        }
        String shown = shorten(scalar.text());
        return shown.isEmpty() || shown.contains(" ") ? '"' + shown + '"' : shown;
    }

    static String key(String path) {
        return path.isEmpty() ? "\"\"" : shorten(path);
    }

    private static String shorten(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
            char next = text.charAt(i);
            shown.append(Character.isISOControl(next) ? ' ' : next);
        }
        return text.length() > LONGEST ? shown + "…" : shown.toString();
    }
}
