/** Searches the texts of the product for claims that a message was or will be sent. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isProduct, isTypeScript, readTexts, withoutComments } from './project-files.ts'

/** What the product says that it does, did or will do to notify people. «No enviamos» claims nothing. */
const claim = new RegExp(
  [
    /(?<!\bno )(?<!\bno (?:te|le|les|lo|la) )\b(?:envi|mand|escrib|avis|notific|record)(?:amos|imos|aremos|iremos)\b/,
    /\b(?:enviad[oa] (?:a tu|con)|(?:invitación|temporal|prueba) enviad[oa]|se envió)\b/,
    /(?<!\bno )\b(?:recibirás?|llegar(?:á|án))\b[^.]{0,40}\b(?:correo|e-mail|avisos|confirmación)\b/,
    /\b(?:responder|contactar)emos\b[^.]{0,60}\b(?:correo|e-mail)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** Returns whether a file has sample texts, which no patient reads as true. */
const isSample = (path: string) =>
  path.startsWith('apps/server/seed/') || path === 'apps/web/src/app/pages/parts.page.tsx'

/** The claims of each file by the reason why they are true although no answer with `notified` builds them. */
const claims: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a notification in the portal reaches every person with an account': {
    'apps/server/modules/exams/new-results.mails.ts': 1,
    'apps/web/features/booking/chat/conversation/answers.flow.ts': 1,
    'apps/web/features/booking/reservation/need-step.tsx': 1,
    'apps/web/features/booking/reservation/no-slots.tsx': 1,
    'apps/web/features/booking/reservation/patient/patient-choice.tsx': 2,
    'apps/web/features/booking/waiting/entries.tsx': 1,
    'apps/web/features/exams/awaited/awaited-results.tsx': 1,
    'apps/web/features/family/delegations/delegations.page.tsx': 1,
    'apps/web/features/family/delegations/give-access.page.tsx': 2,
    'apps/web/features/family/memberships.tsx': 1,
    'apps/web/features/service-requests/data-rights/data-request-dialog.tsx': 1,
  },
  'names the reminders that the server will send': {
    'apps/web/features/booking/reservation/done-step.tsx': 1,
    'apps/web/features/consents/reminders-card.tsx': 1,
  },
  'a link has this state only after the family was notified': {
    'apps/web/features/family/group.page.tsx': 1,
    'apps/web/features/family/staff/group.page.tsx': 2,
  },
  'a registration is answered alike for every document, and its mails go to the address that was typed': {
    'apps/web/features/applications/application.page.tsx': 1,
    'apps/web/features/registration/account-form.tsx': 1,
    'apps/web/features/registration/identity-photos-step.tsx': 1,
    'apps/web/features/registration/registration-results.tsx': 2,
    'apps/server/modules/session/sign-in/sign-in.ts': 1,
  },
  'stands before a call, whose answer must not tell strangers about accounts': {
    'apps/web/features/account-security/links.page.tsx': 2,
    'apps/web/features/profile/forgot-password.page.tsx': 1,
  },
  'stands before a call and says what it will do': {
    'apps/web/features/installation/setup/setup.page.tsx': 1,
    'apps/web/features/profile/email/confirm-email.page.tsx': 1,
    'apps/web/features/users/create-user.page.tsx': 1,
    'apps/web/features/users/user-form.tsx': 2,
    'apps/server/modules/users/change-users.ts': 1,
  },
  'the server answers with an error if it did not send the message': {
    'apps/web/features/exams/shares/shared-dialog.tsx': 1,
    'apps/web/features/family/requests.tsx': 1,
    'apps/web/features/family/addition/add-member.page.tsx': 5,
    'apps/web/features/family/addition/add-member.tsx': 1,
    'apps/web/features/mailing/mailing.page.tsx': 1,
    'apps/web/features/notifications/preferences/phone-card.tsx': 1,
    'apps/web/features/users/account-dialogs.tsx': 2,
    'apps/server/modules/profile/recover-password.ts': 1,
  },
  'shown only after the mail was sent': {
    'apps/web/features/booking/reminders/reminders-off.page.tsx': 1,
    'apps/web/features/profile/notices/email-notice.tsx': 1,
    'apps/web/features/session/second-factor-step.tsx': 1,
    'packages/contract/error-table.ts': 4,
  },
  'says to whom no message goes, or what a schedule sends': {
    'apps/web/features/confirmations/sign-ins-after-changes.tsx': 1,
    'apps/web/features/notifications/preferences/devices-card.tsx': 1,
    'apps/web/features/private-items/private-dialog.tsx': 1,
  },
  'builds the claims from the answer': {
    'apps/web/lib/notified.ts': 3,
  },
  'the mail says it to its own reader': {
    'apps/server/modules/booking/reminders/reminders.mails.ts': 1,
    'apps/server/modules/breaches/breaches.mails.ts': 1,
    'apps/server/modules/service-requests/service-requests.mails.ts': 1,
    'apps/server/modules/exams/shares/shares.mails.ts': 1,
    'apps/server/modules/profile/profile.mails.ts': 2,
    'apps/server/modules/registration/registration.mails.ts': 1,
    'apps/server/modules/session/session.mails.ts': 1,
    'apps/server/modules/users/users.mails.ts': 2,
  },
}

test('what a page or a mail claims to have sent is built from the answer of the server, or has a reason', () => {
  const claiming = [...readTexts(fileURLToPath(new URL('../../..', import.meta.url)))].flatMap(
    ([path, text]) => {
      if (!isProduct(path) || !isTypeScript(path) || isSample(path)) return []
      const found = [
        ...withoutComments(text)
          .replaceAll(/\{' '\}|\s+/g, ' ')
          .matchAll(claim),
      ]
      return found.length === 0 ? [] : [[path.replace('/src/', '/'), found.length] as const]
    },
  )
  expect(Object.fromEntries(claiming)).toEqual(Object.assign({}, ...Object.values(claims)))
})

/** A number of minutes, hours, days or weeks that stands in a text. */
const span =
  /\b(?:[2-9]|\d{2,3}|una|dos|tres|cuatro|cinco|seis|siete|diez|quince|veinte|treinta|sesenta|noventa) (?:(?:minuto|hora|día)s|semanas?)\b/gi

/** The limits of the product and of the law in texts of screens. The clinic's own numbers come from its package. */
const limits: Readonly<Record<string, readonly string[]>> = {
  'apps/web/src/features/account-security/links.page.tsx': ['2 horas'],
  'apps/web/src/features/account-security/sign-ins-list.tsx': ['una semana'],
  'apps/web/src/features/agenda/move-appointment.tsx': ['dos semanas'],
  'apps/web/src/features/agenda/arrivals/arrivals.page.tsx': ['60 minutos'],
  'apps/web/src/features/booking/chat/conversation/answers.flow.ts': ['30 minutos'],
  'apps/web/src/features/booking/exam-wizard/steps/exam-data.tsx': ['30 días'],
  'apps/web/src/features/booking/reservation/book-step.tsx': ['cinco minutos'],
  'apps/web/src/features/booking/reservation/no-slots.tsx': ['30 minutos'],
  'apps/web/src/features/complaints/complaints.page.tsx': ['15 días'],
  'apps/web/src/features/service-requests/inbox/inbox.page.tsx': ['30 días', '2 días'],
  'apps/web/src/features/service-requests/inbox/extension.tsx': ['30 días'],
  'apps/web/src/features/service-requests/inbox/request-actions.tsx': ['30 días'],
  'apps/web/src/features/exams/awaited/late-results.page.tsx': ['180 días'],
  'apps/web/src/features/exams/shares/share-exam-dialog.tsx': ['7 días'],
  'apps/web/src/features/exams/shares/shared-exams.tsx': ['5 minutos'],
  'apps/web/src/features/family/delegations/give-access.page.tsx': ['30 días', '7 días'],
  'apps/web/src/features/front-desk/booking/chosen-hour.tsx': ['5 minutos'],
  'apps/web/src/features/installation/protection-sections.tsx': ['seis horas'],
  'apps/web/src/features/installation/setup/setup.page.tsx': ['24 horas'],
  'apps/web/src/features/overview/overview-lists.tsx': ['7 días'],
  'apps/web/src/features/overview/summary.tsx': ['7 días'],
  'apps/web/src/features/profile/forgot-password.page.tsx': ['30 minutos'],
  'apps/web/src/features/result-choices/result-choice.tsx': ['30 días'],
  'apps/web/src/features/service-requests/threads/thread.page.tsx': ['30 días'],
  'apps/web/src/features/session/recovery/counter-code-form.tsx': ['10 minutos'],
  'apps/web/src/features/users/account-dialogs.tsx': ['30 minutos'],
  'apps/web/src/features/users/create-user.page.tsx': ['7 días'],
  'apps/web/src/features/users/user-form.tsx': ['24 horas'],
  'packages/contract/src/agenda/calendar-fields.ts': ['240 minutos'],
  'packages/contract/src/consents.ts': ['7 días'],
  'packages/contract/src/error-table.ts': ['24 horas', '30 días'],
}

test('a number of hours or days on a screen comes from the clinic’s package, or is a listed limit of the product', () => {
  const found = [...readTexts(fileURLToPath(new URL('../../..', import.meta.url)))].flatMap(
    ([path, text]) => {
      if (
        !/^(apps\/web|packages\/contract)\/src\/(?!clinic\/)/.test(path) ||
        !isProduct(path) ||
        !isTypeScript(path) ||
        isSample(path)
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
