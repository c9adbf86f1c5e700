/** Hands messages to a mail server over SMTP. */
import { isEmail } from '@mi-portal/contract/values/email'
import type { MailMessage, MailOutcome, MailTransport } from '../../ports/mail.ts'

type SmtpOptions = {
  /** `smtp://` (upgraded with STARTTLS where the server offers it) or `smtps://`; user and password in the address. */
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
  /** Milliseconds; shorter in tests. */
  readonly patience?: typeof defaultPatience
}

const defaultPatience = {
  /** To connect and to be greeted, each. */
  connect: 10_000,
  /** Without a byte from the other side. */
  silence: 30_000,
  /** For one message as a whole, however slowly the other side goes on. */
  message: 60_000,
}

const connections = 4

/** The library is large, and without a mail server never used: it comes with the first message. */
async function openMailer(url: string, patience: typeof defaultPatience) {
  const { createTransport } = await import('nodemailer')
  const mailer = createTransport({
    pool: true,
    url,
    maxConnections: connections,
    maxMessages: 100,
    // Once, when a connection that had been idle turns out to be gone before a byte of the message was sent.
    maxRequeues: 1,
    idleTimeout: 20_000,
    dnsTimeout: patience.connect,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.silence,
    requireTLS: needsEncryption(url),
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  mailer.use('stream', (mail, done) => {
    const { to } = mail.message.getEnvelope()
    done(to.length === 1 ? null : new Error(`a message for ${to.length} recipients`))
  })
  // The pool reports broken idle connections here; the next message opens another one.
  mailer.on('error', () => {})
  return mailer
}

/** Messages sent at once share up to four connections, which stay open between messages. */
export function smtpTransport({ url, from, patience = defaultPatience }: SmtpOptions): MailTransport {
  let opened: ReturnType<typeof openMailer> | undefined
  const mailer = () => {
    opened ??= openMailer(url, patience)
    return opened
  }

  async function isAnswering(): Promise<boolean> {
    return (await mailer()).verify().then(
      () => true,
      () => false,
    )
  }

  async function outcomeOf(error: unknown): Promise<MailOutcome> {
    const { code, reply, permanent, reason } = readError(error)
    if (reply !== undefined && reply !== 421 && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
      return { result: permanent ? 'refused' : 'failed', reason }
    }
    return { result: (await isAnswering()) ? 'failed' : 'unreachable', reason }
  }

  return {
    send: async (message: MailMessage): Promise<MailOutcome> => {
      if (!isEmail(message.recipient)) return { result: 'refused', reason: 'not exactly one address' }
      try {
        await (await mailer()).sendMail({
          // Objects, never texts: a text would be read as a list of addresses.
          from,
          to: { name: '', address: message.recipient },
          envelope: { from: from.address, to: [message.recipient] },
          subject: message.subject,
          messageId: message.messageId,
          date: message.createdAt,
          text: message.text,
          html: message.html,
          textEncoding: 'quoted-printable',
          headers: {
            // Holiday notes and the like do not answer to what a machine wrote.
            'auto-submitted': 'auto-generated',
            'x-auto-response-suppress': 'All',
            'content-language': 'es-CL',
          },
          signal: AbortSignal.timeout(patience.message),
        })
        return { result: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => {
      void opened?.then((mailer) => mailer.close({ force: true }))
    },
  }
}

/** Credentials leave this machine encrypted or not at all. */
function needsEncryption(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function readError(error: unknown) {
  if (!(error instanceof Error)) return { reason: 'unknown', permanent: false }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const reply =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  const permanent = 'permanent' in error && error.permanent === true
  return { code, reply, permanent, reason: `${code ?? error.name}: ${error.message}`.slice(0, 300) }
}
