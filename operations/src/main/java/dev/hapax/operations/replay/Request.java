package dev.hapax.operations.replay;

/**
 * What an operator asks to be given again.
 *
 * @param rate messages a second at most; 0 for no limit
 * @param silent whether the decisions raise no alerts
 * @param reason why; may be empty
 */
public record Request(Stretch stretch, Where where, int rate, boolean silent, String actor, String reason) {

    public Request {
        if (rate < 0) {
            throw new IllegalArgumentException("a rate of " + rate + " a second can't be kept");
        }
    }
}
