/** `clinic.yaml`: names, contact addresses and promises of the clinic. */
import { mostHeldDays, releaseKinds } from '../../results/release/result-release.ts'
import * as field from '../fields.ts'

export const formatVersion = 1

const promise = (description: string) =>
  field.fields(
    {
      hours: field.integer('Hours within which the clinic promises an answer.', 1, 720),
      business_hours: field.yesNo('Whether only the hours of business days count.'),
    },
    description,
  )

export const clinic = field.fields(
  {
    format: field.integer(
      'Version of the format of the package. The present one is 1.',
      formatVersion,
      formatVersion,
    ),
    product: field.text('Name of the portal, as patients read it.', 60),
    brand: field.text('Name of the clinic, as patients read it.', 60),
    legal_name: field.text('Legal name of the company that runs the clinic.', 200),
    slogan: field.text('Sentence beside the sign-in form of patients.', 120),
    support: field.fields(
      {
        email: field.emailAddress('E-mail address of customer service.'),
        phone: field.phoneText('Phone number of the call centre.'),
      },
      'How patients reach customer service.',
    ),
    departments: field.fields(
      {
        documents: field.optional(field.emailAddress('Receives document requests.')),
        budgets: field.optional(field.emailAddress('Receives quote requests.')),
        contact: field.optional(field.emailAddress('Receives contact messages.')),
        imaging: field.optional(field.emailAddress('Receives imaging requests.')),
        privacy: field.optional(field.emailAddress('Receives requests about personal data.')),
      },
      'Mailboxes of the departments. A department without one uses the address of customer service.',
    ),
    emergency_phone: field.phoneText('Number that the portal shows for emergencies.'),
    emergency_service: field.optional(
      field.text('Name of the service behind the number for emergencies, shown in brackets after it.', 60),
    ),
    results_from: field.fields(
      {
        laboratory: field.date('First date of the laboratory results that are shown.'),
        imaging: field.date('First date of the imaging results that are shown.'),
      },
      'Since when results are available. Older results are not listed.',
    ),
    result_release: field.optional(
      field.list(
        field.fields(
          {
            type: field.choice('Type of exam.', ['laboratory', 'imaging']),
            name_contains: field.optional(
              field.text(
                'Words in the name of the exam, without regard to accents and capitals. Left out: all exams of the type.',
                120,
              ),
            ),
            shown: field.choice(
              `When a result is visible: \`immediately\` when it arrives, \`after_days\`, or \`when_released\` by the system that sent it. A result that is not released is visible ${mostHeldDays} days after it arrived.`,
              releaseKinds,
            ),
            days: field.optional(
              field.integer('Days after the arrival of the result, for `after_days` only.', 1, mostHeldDays),
            ),
            since: field.date('First date of the exams that the rule applies to. Earlier ones are visible.'),
          },
          'When the results of some exams are visible.',
        ),
        'When results are visible. The first rule that fits an exam decides. Results without a rule are visible when they arrive.',
        100,
      ),
    ),
    result_choice: field.optional(
      field.yesNo(
        'Whether patients may choose for each exam to see its result with their physician instead of when it arrives. Left out: no.',
      ),
    ),
    guardians_see_lifestyle: field.optional(
      field.yesNo(
        'Whether guardians see what systems send about an adolescent’s way of life (the categories `survey` and `social-history` of FHIR). Reserved questionnaires stay reserved. Left out: no.',
      ),
    ),
    news_days: field.optional(
      field.integer(
        'Days for which a result is news. Older ones are not notified, such as a history that is loaded later. Left out: 30.',
        1,
        365,
      ),
    ),
    opened_people_daily: field.optional(
      field.integer(
        'People whom a member of staff opens on a day without giving a reason. Left out: 300.',
        10,
        5000,
      ),
    ),
    promises: field.fields(
      {
        documents: promise('Answer to a document request.'),
        budgets: promise('Answer to a quote request.'),
        contact: promise('Answer to a contact message.'),
        identity: promise('Decision about an identity that staff have to confirm.'),
      },
      'How soon the clinic promises to answer.',
    ),
    arrive_minutes: field.optional(
      field.integer(
        'Minutes before an appointment in person at which patients should arrive. 0: the portal gives no advice. Left out: 15.',
        0,
        120,
      ),
    ),
    first_reminder_days: field.optional(
      field.integer('Days before an appointment on which patients are reminded first. Left out: 7.', 2, 14),
    ),
    last_reminder_days: field.optional(
      field.integer(
        'Days before an appointment on which patients are reminded again. Less than `first_reminder_days`. Left out: 1.',
        1,
        13,
      ),
    ),
    walk_in: field.optional(
      field.text(
        'When exams without an appointment are attended, as the end of «Exámenes sin reserva: …».',
        300,
      ),
    ),
  },
  'Names, contact addresses and promises of the clinic.',
)
