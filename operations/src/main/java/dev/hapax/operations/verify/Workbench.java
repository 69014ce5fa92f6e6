package dev.hapax.operations.verify;

import java.nio.file.Path;

/** What a verification works with: what it has read, sorted on disk, and what it has counted and found. */
final class Workbench implements AutoCloseable {

    private final RowSorter facts;
    private final RowSorter sightings;
    private final RowSorter firsts;
    private final TopicNumbers numbers = new TopicNumbers();
    private final VerifyCounts ledger = new VerifyCounts();
    private final Findings findings = new Findings();
    private final long[] factRow = new long[Fact.WIDTH];
    private final long[] sightingRow = new long[Sighting.WIDTH];
    private final long[] firstRow = new long[FirstMention.WIDTH];

    Workbench(Path folder) {
        this.facts = new RowSorter(folder.resolve("facts"), Fact.WIDTH, Fact.KEYS, RowSorter.CHUNK);
        this.sightings = new RowSorter(folder.resolve("sightings"), Sighting.WIDTH, Sighting.KEYS, RowSorter.CHUNK);
        this.firsts = new RowSorter(folder.resolve("firsts"), FirstMention.WIDTH, FirstMention.KEYS, RowSorter.CHUNK);
    }

    void add(Fact fact) {
        fact.put(factRow);
        facts.add(factRow);
    }

    void add(Sighting sighting) {
        sighting.put(sightingRow);
        sightings.add(sightingRow);
    }

    void add(FirstMention mention) {
        mention.put(firstRow);
        firsts.add(firstRow);
    }

    RowSorter facts() {
        return facts;
    }

    RowSorter sightings() {
        return sightings;
    }

    RowSorter firsts() {
        return firsts;
    }

    TopicNumbers numbers() {
        return numbers;
    }

    VerifyCounts ledger() {
        return ledger;
    }

    Findings findings() {
        return findings;
    }

    @Override
    public void close() {
        facts.close();
        sightings.close();
        firsts.close();
    }
}
