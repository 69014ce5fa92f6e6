package dev.hapax.bench.lab;

/**
 * A topic that is filled once and read by every contender.
 *
 * @param unique how many of its messages are the first of their identity
 */
public record Input(String topic, Recipe recipe, long unique) {

    public long messages() {
        return recipe.messages();
    }
}
