package dev.hapax.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Fills in {@code ${env:NAME}}, {@code ${env:NAME:-default}} and {@code ${file:/path}}; a doubled dollar is plain text. */
final class Placeholders {

    private final Path folder;
    private final Environment environment;

    Placeholders(Path folder, Environment environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** @param secret whether any of it came from outside the settings file */
    record Resolved(String text, boolean secret) {}

    /** @throws IllegalArgumentException whose message says what is missing, without anything that was resolved */
    Resolved resolve(String text) {
        StringBuilder resolved = new StringBuilder();
        boolean secret = false;
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            if (open > at && text.charAt(open - 1) == '$') {
                resolved.append(text, at, open - 1).append("${");
                at = open + 2;
                continue;
            }
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException("has ${ without }; write $${ for a plain ${");
            }
            resolved.append(text, at, open);
            secret |= append(text.substring(open + 2, close), resolved);
            at = close + 1;
        }
        return new Resolved(resolved.append(text, at, text.length()).toString(), secret);
    }

    private boolean append(String placeholder, StringBuilder to) {
        if (placeholder.contains("${")) {
            throw new IllegalArgumentException("has a placeholder within a placeholder, which is not supported");
        }
        if (placeholder.startsWith("env:")) {
            return appendVariable(placeholder.substring("env:".length()), to);
        }
        if (placeholder.startsWith("file:")) {
            to.append(fileContent(placeholder.substring("file:".length())));
            return true;
        }
        throw new IllegalArgumentException(
                "has a placeholder that is none of ${env:NAME}, ${env:NAME:-default}, ${file:/path};"
                        + " write $${ for a plain ${");
    }

    private boolean appendVariable(String expression, StringBuilder to) {
        int dash = expression.indexOf(":-");
        String name = dash < 0 ? expression : expression.substring(0, dash);
        @Nullable String value = environment.variable(name);
        if (dash >= 0 && (value == null || value.isEmpty())) {
            // The default is in the file, where everyone can read it, so it is not a secret.
            to.append(expression, dash + 2, expression.length());
            return false;
        }
        if (value == null) {
            throw new IllegalArgumentException("needs the environment variable " + name
                    + ", which is not set; set it, or give a default: ${env:" + name + ":-default}");
        }
        to.append(value);
        return true;
    }

    private String fileContent(String path) {
        try {
            String content = Files.readString(folder.resolve(path));
            // One newline is what editors and secret stores add; more may be meant.
            return content.endsWith("\r\n")
                    ? content.substring(0, content.length() - 2)
                    : content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("needs the file " + path + ", which does not exist");
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("needs the file " + path + ", which is not UTF-8 text");
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("needs the file " + path + ", which cannot be read ("
                    + e.getClass().getSimpleName() + ")");
        }
    }
}
