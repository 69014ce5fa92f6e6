package dev.hapax.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a source stands in the file, which is not its place among those that could be read when one before it could not. */
final class SourcePaths {

    private static final Pattern INDEX = Pattern.compile("^sources\\[(\\d+)]");

    private SourcePaths() {}

    /** @param paths in the file, of the sources that could be read */
    static String inFile(String key, List<String> paths) {
        Matcher matcher = INDEX.matcher(key);
        return matcher.find() ? paths.get(Integer.parseInt(matcher.group(1))) + key.substring(matcher.end()) : key;
    }
}
