package dev.hapax.guard;

import java.time.Duration;

/** The entries were written with another bucket length, so they would not be found and everything would act again. */
public final class GuardLayoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private GuardLayoutException(long was, long is) {
        super("guard.bucket: the guard was written with buckets of " + Duration.ofMillis(was) + ", but the bucket is "
                + Duration.ofMillis(is) + " now, and what it remembers would not be found. The default follows the"
                + " longest ttl: set guard.bucket to " + Duration.ofMillis(was)
                + " (Deduplicate.bucket in your own topology), or begin anew with another application-id");
    }

    static void check(long was, long is) {
        if (was != is) {
            throw new GuardLayoutException(was, is);
        }
    }
}
