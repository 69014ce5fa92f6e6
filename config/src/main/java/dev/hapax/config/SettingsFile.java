package dev.hapax.config;

import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import dev.hapax.yaml.YamlProblem;
import dev.hapax.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A configuration file, read and checked as a whole. */
public final class SettingsFile {

    private SettingsFile() {}

    /** @throws InvalidSettingsException with everything that is wrong */
    public static Settings read(Path file, Environment environment) {
        return load(file, environment).settings();
    }

    /**
     * The settings with what may be shown of them.
     *
     * @throws InvalidSettingsException with everything that is wrong
     */
    public static EffectiveSettings load(Path file, Environment environment) {
        return load(file, environment, FurtherCheck.NONE);
    }

    /**
     * The same, with what is wrong beyond the file.
     *
     * @throws InvalidSettingsException with everything that is wrong
     */
    public static EffectiveSettings load(Path file, Environment environment, FurtherCheck more) {
        Path folder = file.toAbsolutePath().getParent();
        return parse(
                content(file), file.toString(), folder == null ? file.toAbsolutePath() : folder, environment, more);
    }

    /**
     * Settings that stand in no file, as for the demo.
     *
     * @param name what errors call the text
     * @param folder what relative paths start from
     * @throws InvalidSettingsException with everything that is wrong
     */
    public static EffectiveSettings parse(String yaml, String name, Path folder, Environment environment) {
        return parse(yaml, name, folder, environment, FurtherCheck.NONE);
    }

    private static EffectiveSettings parse(
            String yaml, String name, Path folder, Environment environment, FurtherCheck more) {
        Problems problems = new Problems(name);
        YamlNode.Mapping top = mapping(YamlReader.read(yaml, problems), problems);
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(problems.inOrder());
        }
        SettingsPass reading = new SettingsPass(problems, new Placeholders(folder, environment), false);
        SettingsSection root = SettingsSection.root(reading, top);
        Optional<Settings> settings = new SettingsReader(root, folder).read(more);
        reading.reportUnknownKeys();
        if (settings.isEmpty() || !problems.isEmpty()) {
            throw new InvalidSettingsException(problems.inOrder());
        }
        return new EffectiveSettings(settings.get(), root.effective());
    }

    private static YamlNode.Mapping mapping(YamlNode top, Problems problems) {
        if (top instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        if (!(top instanceof YamlNode.Empty)) {
            problems.add(top.line(), "", "must be a mapping of settings (key: value), not " + top.kind());
        }
        return YamlNode.Mapping.NONE;
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw unreadable(file, "does not exist; name the configuration file with -c FILE");
        } catch (CharacterCodingException e) {
            throw unreadable(file, "is not UTF-8 text");
        } catch (IOException e) {
            throw unreadable(file, "cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static InvalidSettingsException unreadable(Path file, String problem) {
        return new InvalidSettingsException(List.of(new YamlProblem(file.toString(), 0, 0, "", problem)));
    }
}
