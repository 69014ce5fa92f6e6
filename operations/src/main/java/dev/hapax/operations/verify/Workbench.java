package dev.hapax.operations.verify;

import dev.hapax.operations.RowSorter;
import dev.hapax.operations.verify.DuplicateCheck.Mention;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import dev.hapax.operations.verify.RecordPosition.TopicNumbers;
import java.nio.file.Path;

/** The data of a running verification: the rows it has read, sorted on disk, and its results. */
final class Workbench implements AutoCloseable {

    private final RowSorter facts;
    private final RowSorter sightings;
    private final RowSorter mentions;
    private final TopicNumbers numbers = new TopicNumbers();
    private final Results results = new Results();
    private final long[] factRow = new long[Fact.WIDTH];
    private final long[] sightingRow = new long[Sighting.WIDTH];
    private final long[] mentionRow = new long[Mention.WIDTH];

    Workbench(Path folder) {
        this.facts = new RowSorter(folder.resolve("facts"), Fact.WIDTH, Fact.KEYS, RowSorter.CHUNK);
        this.sightings = new RowSorter(folder.resolve("sightings"), Sighting.WIDTH, Sighting.KEYS, RowSorter.CHUNK);
        this.mentions = new RowSorter(folder.resolve("firsts"), Mention.WIDTH, Mention.KEYS, RowSorter.CHUNK);
    }

    void add(Fact fact) {
        fact.put(factRow);
        facts.add(factRow);
    }

    void add(Sighting sighting) {
        sighting.put(sightingRow);
        sightings.add(sightingRow);
    }

    void add(Mention mention) {
        mention.put(mentionRow);
        mentions.add(mentionRow);
    }

    RowSorter facts() {
        return facts;
    }

    RowSorter sightings() {
        return sightings;
    }

    RowSorter mentions() {
        return mentions;
    }

    TopicNumbers numbers() {
        return numbers;
    }

    Results results() {
        return results;
    }

    @Override
    public void close() {
        facts.close();
        sightings.close();
        mentions.close();
    }
}
