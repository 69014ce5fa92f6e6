package dev.hapax.admin.work;

import dev.hapax.admin.ProblemException;
import dev.hapax.guard.GuardAwayException;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.UnknownException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;

/** Tells what could not be done as a problem, in the words of the library that could not do it. */
final class ErrorResponses {

    private static final int RETRY_SECONDS = 2;

    private ErrorResponses() {}

    /** A handler whose failures are told. */
    static Handler of(Handler handler) {
        return request -> {
            try {
                handler.handle(request);
            } catch (UnknownException e) {
                throw new ProblemException(404, "Not Found", said(e));
            } catch (OperationException e) {
                throw new ProblemException(409, "Conflict", said(e));
            } catch (IllegalArgumentException e) {
                throw new ProblemException(400, "Bad Request", said(e).replaceAll("(^|\\s)--(?=[a-z])", "$1"));
            } catch (GuardAwayException e) {
                throw later(request, said(e));
            } catch (AuthorizationException e) {
                throw new ProblemException(
                        502,
                        "Bad Gateway",
                        "the brokers refuse it: " + said(e)
                                + "; grant the principal of this instance what docs/operations.md lists");
            } catch (RetriableException e) {
                throw later(request, "the brokers did not answer in time: " + said(e));
            }
        };
    }

    /** What can be asked again in a moment. */
    static ProblemException later(Context request, String detail) {
        request.header("Retry-After", Integer.toString(RETRY_SECONDS));
        return new ProblemException(503, "Service Unavailable", detail);
    }

    private static String said(Throwable thrown) {
        return String.valueOf(thrown.getMessage());
    }
}
