/** Searches the texts of the product for claims that a message was or will be sent. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isProduct, isTypeScript, readTexts, withoutComments } from './project-files.ts'

const claim =
  /(?<!no )\b(?:te|le|les) enviamos\b|(?<!no )\b(?:te|le|les) enviaremos\b|\bavisamos\b|\brecordaremos\b|\b(?:avisar|responder|enviar)emos\b[^.]{0,60}\b(?:correo|e-mail)\b/i

/** Files with such a claim that no answer with `notified` can contain, with the reason why it is true. */
const withReason: Readonly<Record<string, string>> = {
  'apps/web/src/lib/notified.ts': 'builds the claims from the answer',
  'apps/web/src/features/booking/reservation/done-step.tsx': 'names the reminders that the server will send',
  'apps/web/src/features/registration/registration-results.tsx':
    'a registration is answered alike for every document; its mails go to the address that was typed',
  'apps/web/src/features/registration/identity-photos-step.tsx': 'as the result of the registration',
  'apps/web/src/features/applications/application.page.tsx': 'as the result of the registration',
  'apps/web/src/features/profile/forgot-password.page.tsx':
    'stands before the call, whose answer must not tell strangers about accounts',
  'apps/web/src/features/account-security/links.page.tsx':
    'stands before the call, whose answer must not tell strangers about accounts',
  'apps/web/src/features/family/group.page.tsx': 'a link has this state only after the family was notified',
  'apps/web/src/features/family/staff/group.page.tsx':
    'a link has this state only after the family was notified',
  'apps/server/src/modules/registration/registration.mails.ts': 'names the mailbox that reads it',
  'apps/server/src/modules/profile/profile.mails.ts': 'names the mailbox that reads it',
  'apps/server/src/modules/users/users.mails.ts': 'names the mailbox that reads it',
  'apps/server/src/modules/desk-requests/desk-requests.mails.ts':
    'the receipt is mailed only if the answer will be',
  'apps/server/src/modules/session/session.mails.ts': 'says how often this mail is sent',
  'apps/server/src/modules/breaches/breaches.mails.ts': 'a sample of the text that staff write',
  'apps/server/src/modules/session/sign-in/sign-in.service.ts':
    'the result of an application is mailed to the address in it',
  'packages/contract/src/error-table.ts': 'the same, and the mail after guessed passwords',
}

test('what a page or a mail claims to have sent is built from the answer of the server, or has a reason', () => {
  const claiming = [...readTexts(fileURLToPath(new URL('../../..', import.meta.url)))].flatMap(
    ([path, text]) =>
      isProduct(path) &&
      isTypeScript(path) &&
      !path.startsWith('apps/server/seed/') &&
      claim.test(withoutComments(text).replaceAll(/\{' '\}|\s+/g, ' '))
        ? [path]
        : [],
  )
  expect(claiming.sort()).toEqual(Object.keys(withReason).sort())
})

/** A number of minutes, hours, days or weeks that stands in a text. */
const span =
  /\b(?:[2-9]|\d{2,3}|una|dos|tres|cuatro|cinco|seis|siete|diez|quince|veinte|treinta|sesenta|noventa) (?:(?:minuto|hora|día)s|semanas?)\b/gi

/** The limits of the product and of the law in texts of screens. The clinic's own numbers come from its package. */
const limits: Readonly<Record<string, readonly string[]>> = {
  'apps/web/src/features/account-security/links.page.tsx': ['2 horas'],
  'apps/web/src/features/account-security/sign-ins-list.tsx': ['una semana'],
  'apps/web/src/features/agenda/move-appointment.tsx': ['dos semanas'],
  'apps/web/src/features/booking/chat/conversation/answers.flow.ts': ['30 minutos'],
  'apps/web/src/features/booking/exam-wizard/steps/exam-data.tsx': ['30 días'],
  'apps/web/src/features/booking/reservation/book-step.tsx': ['cinco minutos'],
  'apps/web/src/features/booking/reservation/no-slots.tsx': ['30 minutos'],
  'apps/web/src/features/desk/desk.page.tsx': ['30 días', '2 días'],
  'apps/web/src/features/desk/extension.tsx': ['30 días'],
  'apps/web/src/features/exams/awaited/late-results.page.tsx': ['180 días'],
  'apps/web/src/features/exams/shares/share-exam-dialog.tsx': ['7 días'],
  'apps/web/src/features/exams/shares/shared-exams.tsx': ['5 minutos'],
  'apps/web/src/features/family/delegations/give-access.page.tsx': ['30 días', '7 días'],
  'apps/web/src/features/installation/protection-sections.tsx': ['seis horas'],
  'apps/web/src/features/installation/setup/setup.page.tsx': ['24 horas'],
  'apps/web/src/features/overview/overview-lists.tsx': ['7 días'],
  'apps/web/src/features/overview/summary.tsx': ['7 días'],
  'apps/web/src/features/profile/forgot-password.page.tsx': ['30 minutos'],
  'apps/web/src/features/result-choices/result-choice.tsx': ['30 días'],
  'apps/web/src/features/session/recovery/counter-code-form.tsx': ['10 minutos'],
  'apps/web/src/features/users/account-dialogs.tsx': ['30 minutos'],
  'apps/web/src/features/users/create-user.page.tsx': ['7 días'],
  'apps/web/src/features/users/user-form.tsx': ['24 horas'],
  'packages/contract/src/agenda/calendar-fields.ts': ['240 minutos'],
  'packages/contract/src/consents.ts': ['7 días'],
  'packages/contract/src/error-table.ts': ['24 horas'],
}

test('a number of hours or days on a screen comes from the clinic’s package, or is a listed limit of the product', () => {
  const found = [...readTexts(fileURLToPath(new URL('../../..', import.meta.url)))].flatMap(
    ([path, text]) => {
      if (
        !/^(apps\/web|packages\/contract)\/src\/(?!clinic\/)/.test(path) ||
        !isProduct(path) ||
        !isTypeScript(path)
      )
        return []
      const spans = [
        ...withoutComments(text)
          .replaceAll(/\{' '\}|\s+/g, ' ')
          .matchAll(span),
      ].map(([words]) => words)
      return spans.length === 0 ? [] : [[path, [...new Set(spans)]] as const]
    },
  )
  expect(Object.fromEntries(found)).toEqual(limits)
})
