package dev.hapax.intake.mail;

import java.nio.charset.StandardCharsets;

/** Reports as the mail servers in use write them. */
final class SampleReports {

    static final String POSTFIX = """
            Return-Path: <>
            Received: by mx.example.com (Postfix)
            	id 4A1B2C3D4E; Mon,  4 May 2026 12:00:03 +0000 (UTC)
            Date: Mon,  4 May 2026 12:00:03 +0000 (UTC)
            From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
            Subject: Undelivered Mail Returned to Sender
            To: bounces@example.com
            Auto-Submitted: auto-replied
            MIME-Version: 1.0
            Content-Type: multipart/report; report-type=delivery-status;
            	boundary="4A1B2C3D4E.1777896003/mx.example.com"
            Content-Transfer-Encoding: 8bit
            Message-Id: <20260504120003.5F6A7B8C9D@mx.example.com>

            This is a MIME-encapsulated message.

            --4A1B2C3D4E.1777896003/mx.example.com
            Content-Description: Notification
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: 8bit

            This is the mail system at host mx.example.com.

            <ann@example.org>: host mail.example.org[192.0.2.7] said: 550 5.1.1
                <ann@example.org>: Recipient address rejected: User unknown (in reply to
                RCPT TO command)

            --4A1B2C3D4E.1777896003/mx.example.com
            Content-Description: Delivery report
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mx.example.com
            Original-Envelope-Id: invoice:42
            X-Postfix-Queue-ID: 4A1B2C3D4E
            X-Postfix-Sender: rfc822; bounces@example.com
            Arrival-Date: Mon,  4 May 2026 12:00:01 +0000 (UTC)

            Final-Recipient: rfc822; ann@example.org
            Original-Recipient: rfc822;ann@example.org
            Action: failed
            Status: 5.1.1
            Remote-MTA: dns; mail.example.org
            Diagnostic-Code: smtp; 550 5.1.1 <ann@example.org>: Recipient address rejected:
                User unknown

            --4A1B2C3D4E.1777896003/mx.example.com
            Content-Description: Undelivered Message
            Content-Type: message/rfc822
            Content-Transfer-Encoding: 8bit

            Received: from hapax (worker.example.com [192.0.2.1])
            	by mx.example.com (Postfix) with ESMTPS id 4A1B2C3D4E
            From: billing@example.com
            To: ann@example.org
            Subject: Invoice 42
            Message-ID: <invoice+3A42.id.hapax@example.com>

            Please pay.

            --4A1B2C3D4E.1777896003/mx.example.com--
            """;

    static final String EXIM = """
            Return-path: <>
            Received: from Debian-exim by smtp.example.com with local (Exim 4.96)
            	id 1uABCD-000123-0A; Mon, 04 May 2026 12:00:03 +0000
            X-Failed-Recipients: ann@example.org
            Auto-Submitted: auto-replied
            From: Mail Delivery System <Mailer-Daemon@smtp.example.com>
            To: bounces@example.com
            Content-Type: multipart/report; report-type=delivery-status; boundary=1777896003-eximdsn-1234567
            MIME-Version: 1.0
            Subject: Mail delivery failed: returning message to sender
            Message-Id: <E1uABCD-000123-0A@smtp.example.com>
            Date: Mon, 04 May 2026 12:00:03 +0000

            --1777896003-eximdsn-1234567
            Content-type: text/plain; charset=us-ascii

            This message was created automatically by mail delivery software.

              ann@example.org
                host mail.example.org [192.0.2.7]
                SMTP error from remote mail server after RCPT TO:<ann@example.org>:
                550 No such person at this address

            --1777896003-eximdsn-1234567
            Content-type: message/delivery-status

            Reporting-MTA: dns; smtp.example.com

            Action: failed
            Final-Recipient: rfc822;ann@example.org
            Status: 5.0.0
            Remote-MTA: dns; mail.example.org
            Diagnostic-Code: smtp; 550 No such person at this address

            --1777896003-eximdsn-1234567
            Content-type: message/rfc822

            Return-path: <bounces@example.com>
            From: billing@example.com
            To: ann@example.org
            Subject: Invoice 42
            Message-ID: <invoice+3A42.id.hapax@example.com>

            Please pay.

            --1777896003-eximdsn-1234567--
            """;

    static final String EXCHANGE = """
            From: <postmaster@corp.example.org>
            To: <bounces@example.com>
            Date: Mon, 4 May 2026 12:00:03 +0000
            Content-Type: multipart/report; report-type=delivery-status;
             boundary="9B095B5ADSN=_01D8F2A1B2C3D4E5000A1B2C3D4corp"
            X-MS-Exchange-Message-Is-Ndr:
            Content-Language: en-US
            Message-ID: <0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9@corp.example.org>
            In-Reply-To: <invoice+3A42.id.hapax@example.com>
            Subject: Undeliverable: Invoice 42
            Auto-Submitted: auto-replied
            MIME-Version: 1.0

            --9B095B5ADSN=_01D8F2A1B2C3D4E5000A1B2C3D4corp
            Content-Type: multipart/alternative; differences=Content-Type;
             boundary="1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809"

            --1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809
            Content-Type: text/plain; charset="us-ascii"
            Content-Transfer-Encoding: quoted-printable

            Delivery has failed to these recipients or groups:

            --1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809
            Content-Type: text/html; charset="us-ascii"
            Content-Transfer-Encoding: quoted-printable

            <html><body><p>Delivery has failed to these recipients or groups:</p></body></html>

            --1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809--

            --9B095B5ADSN=_01D8F2A1B2C3D4E5000A1B2C3D4corp
            Content-Type: message/delivery-status

            Original-Envelope-Id: invoice:42
            Reporting-MTA: dns;ex01.corp.example.org
            Received-From-MTA: dns;mx.example.com
            Arrival-Date: Mon, 4 May 2026 12:00:02 +0000

            Original-Recipient: rfc822;ann@example.org
            Final-Recipient: rfc822;ann@corp.example.org
            Action: failed
            Status: 5.1.10
            Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup

            --9B095B5ADSN=_01D8F2A1B2C3D4E5000A1B2C3D4corp
            Content-Type: text/rfc822-headers

            From: <billing@example.com>
            To: <ann@example.org>
            Subject: Invoice 42
            Message-ID: <invoice+3A42.id.hapax@example.com>

            --9B095B5ADSN=_01D8F2A1B2C3D4E5000A1B2C3D4corp--
            """;

    static final String GMAIL = """
            Received: by 2002:a05:6402:1234:b0:5a1:2345:6789 with SMTP id x12-20020a0564021234000000b005a1mr1;
                    Mon, 04 May 2026 05:00:03 -0700 (PDT)
            Return-Path: <>
            Auto-Submitted: auto-replied
            X-Failed-Recipients: ann@example.org
            From: Mail Delivery Subsystem <mailer-daemon@mail.example.net>
            To: bounces@example.com
            Subject: Delivery Status Notification (Delay)
            References: <invoice+3A42.id.hapax@example.com>
            In-Reply-To: <invoice+3A42.id.hapax@example.com>
            Message-ID: <68176a03.170a0220.1a2b3c.0001.GMR@mail.example.net>
            Date: Mon, 04 May 2026 05:00:03 -0700 (PDT)
            MIME-Version: 1.0
            Content-Type: multipart/report; boundary="000000000000a1b2c30634abcdef"; report-type=delivery-status

            --000000000000a1b2c30634abcdef
            Content-Type: multipart/related; boundary="000000000000a1b2c90634abcdf0"

            --000000000000a1b2c90634abcdf0
            Content-Type: text/plain; charset="UTF-8"

            ** Delivery incomplete **

            There was a temporary problem delivering your message to ann@example.org.

            --000000000000a1b2c90634abcdf0
            Content-Type: image/png; name="icon.png"
            Content-Transfer-Encoding: base64

            iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
            --000000000000a1b2c90634abcdf0--
            --000000000000a1b2c30634abcdef
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mail.example.net
            Arrival-Date: Sun, 03 May 2026 04:59:52 -0700 (PDT)
            X-Original-Message-ID: <invoice+3A42.id.hapax@example.com>

            Final-Recipient: rfc822; ann@example.org
            Action: delayed
            Status: 4.4.1
            Diagnostic-Code: smtp; The recipient server did not accept our requests to connect.
            Last-Attempt-Date: Mon, 04 May 2026 05:00:03 -0700 (PDT)
            Will-Retry-Until: Wed, 06 May 2026 04:59:52 -0700 (PDT)

            --000000000000a1b2c30634abcdef
            Content-Type: message/rfc822

            DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s1; h=from:to:subject;
                    bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA
            From: billing@example.com
            To: ann@example.org
            Subject: Invoice 42
            Message-ID: <invoice+3A42.id.hapax@example.com>

            Please pay.

            --000000000000a1b2c30634abcdef--
            """;

    private SampleReports() {}

    static byte[] mail(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
    }
}
