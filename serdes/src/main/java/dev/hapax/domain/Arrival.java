package dev.hapax.domain;

/**
 * A message that intake could read: which source it came by, what it stands for, and what it says.
 *
 * @param identity the name of the business action, namespace included
 * @param generation 0 for a message that came by itself, the replay's number for one given again
 * @param attempts how often the message has been tried before, through replays
 */
public record Arrival(
        String source, Message message, String identity, Fingerprint fingerprint, int generation, int attempts) {

    /** The same message as if it had come under another generation. */
    public Arrival under(int other) {
        return new Arrival(source, message, identity, fingerprint, other, attempts);
    }
}
