package dev.hapax.admin.work;

import dev.hapax.admin.ProblemException;
import dev.hapax.guard.GuardAwayException;
import dev.hapax.operations.Denials;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.UnknownException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;

/** Maps failures of the operations library to problem documents. */
final class ErrorResponses {

    private static final int RETRY_SECONDS = 2;

    private ErrorResponses() {}

    /** A handler with error responses. */
    static Handler of(Handler handler) {
        return request -> {
            try {
                handler.handle(request);
            } catch (UnknownException e) {
                throw new ProblemException(404, "Not Found", message(e));
            } catch (OperationException e) {
                throw new ProblemException(409, "Conflict", message(e));
            } catch (IllegalArgumentException e) {
                throw new ProblemException(400, "Bad Request", message(e).replaceAll("(^|\\s)--(?=[a-z])", "$1"));
            } catch (GuardAwayException e) {
                throw later(request, message(e));
            } catch (RetriableException e) {
                throw later(request, "The brokers did not answer in time: " + message(e));
            } catch (KafkaException e) {
                throw Denials.causeOf(e)
                        .<RuntimeException>map(denied -> new ProblemException(
                                502,
                                "Bad Gateway",
                                "The brokers deny access: " + message(denied)
                                        + ". Grant this instance the ACLs in docs/operations.md."))
                        .orElse(e);
            }
        };
    }

    /** A temporary failure: the client should try again. */
    static ProblemException later(Context request, String detail) {
        request.header("Retry-After", Integer.toString(RETRY_SECONDS));
        return new ProblemException(503, "Service Unavailable", detail);
    }

    private static String message(Throwable thrown) {
        return String.valueOf(thrown.getMessage());
    }
}
