import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { type contactEndpoints, readExamDate, reasonAsks } from '@mi-portal/contract/service-requests/contact'
import {
  IconBulb,
  IconConfetti,
  IconDeviceLaptop,
  IconDots,
  IconFileSearch,
  IconMessageReport,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { describeOwnMail, describeReply } from '../../../lib/notified.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { ContractForm, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormErrorDialog } from '../../../ui/form/form-error-dialog.tsx'
import { FormFiles } from '../../../ui/form/form-fields.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { delayMs } from '../../../ui/tokens.ts'
import { CatalogueField } from '../../catalogues/catalogue-field.tsx'
import { formatLastDay } from '../complaint-trail.tsx'
import { contactPatientsQuery, useSendContact } from './contact.queries.ts'
import { createContactRequest, emptyContact, readContactOptions, withReason } from './contact.rules.ts'

/** The icons of the reasons, by their numbers in the first lists of clinics. A clinic may have other reasons. */
const reasonIcons: Readonly<Record<number, typeof IconDots>> = {
  1: IconBulb,
  2: IconMessageReport,
  3: IconConfetti,
  4: IconDots,
  5: IconDeviceLaptop,
  6: IconFileSearch,
}
interface Option {
  id: number
  name: string
}

function toOptions(names: readonly string[]): readonly Option[] {
  return names.map((name, index) => ({ id: index + 1, name }))
}

/** Returns when and how the clinic answers. The law gives a complaint a term, and a letter as the answer. */
function describeAnswer(sent: Reply<typeof contactEndpoints.send>): string {
  if (sent.complaint === null) return describeReply(describePromise(portal.clinic.promises.contact), sent)
  const mailed = describeOwnMail(sent)
  return `Te responderemos con una carta firmada a más tardar el ${formatLastDay(sent.complaint.due_at)} (Ley 20.584).${mailed ? ` ${mailed}.` : ''}`
}

/** The contact form: first a reason, and then the fields of that reason. */
export function ContactForm({ ownId, onSent }: { ownId: number; onSent(): void }) {
  const patients = useQuery(contactPatientsQuery)
  const { send, sent } = useSendContact(ownId)
  const [request] = useState(createContactRequest)
  const kit = useContractForm(request, {
    values: emptyContact,
    draftOf: null,
    hasSummary: true,
    hasErrorDialog: true,
    findField: (param) => (param?.startsWith('file') ? 'files' : param),
    save: send,
    send: (_, on, typed) => send.mutate(withReason(typed, typed.reason_contact_id), on),
    onSent: () => kit.form.reset(emptyContact),
  })
  const { form, Field } = kit
  const reason = form.watch('reason_contact_id')
  const options = readContactOptions()
  const asks = reasonAsks(reason, options)

  // The history opens automatically, as the dialog says, unless the user is faster.
  useEffect(() => {
    if (!send.isSuccess) return
    const timer = setTimeout(onSent, delayMs.contactToHistory)
    return () => clearTimeout(timer)
  }, [send.isSuccess, onSent])

  const named = (name: 'sucursal' | 'examType', label: string, options: readonly Option[]) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectField
          {...field}
          id={`${kit.idPrefix}${name}`}
          label={label}
          options={options}
          value={String(options.find((option) => option.name === field.value)?.id ?? '')}
          onChange={(id) => field.onChange(options.find((option) => String(option.id) === id)?.name ?? '')}
          error={fieldState.error?.message}
        />
      )}
    />
  )

  return (
    <>
      <ContractForm kit={kit} className="grid gap-4">
        <ChoiceCards
          id={`${kit.idPrefix}reason_contact_id`}
          legend="Razón de contacto"
          options={portal.clinic.contact.reasons.map(({ id, name }) => ({
            value: String(id),
            label: name,
            icon: reasonIcons[id] ?? IconDots,
          }))}
          value={reason === '' ? null : reason}
          onChange={(chosen) => {
            form.clearErrors()
            form.reset((values) => withReason(values, chosen), { keepDefaultValues: true })
          }}
          error={form.formState.errors.reason_contact_id?.message}
        />
        {reason !== '' && (
          <section className="portal-card p-6 max-desktop:p-4 grid gap-4" aria-label="Tu contacto">
            <Controller
              control={form.control}
              name="patient_id"
              render={({ field, fieldState }) => (
                <CatalogueField
                  {...field}
                  id={`${kit.idPrefix}patient_id`}
                  label="¿Quién es el paciente?"
                  query={patients}
                  error={fieldState.error?.message}
                />
              )}
            />
            {asks.branch &&
              named(
                'sucursal',
                asks.branchRequired ? 'Sucursal' : 'Sucursal (opcional)',
                toOptions(options.branches.map(({ name }) => name)),
              )}
            {asks.exam && (
              <>
                <Controller
                  control={form.control}
                  name="examDate"
                  render={({ field, fieldState }) => (
                    <DateField
                      ref={field.ref}
                      onBlur={field.onBlur}
                      id={`${kit.idPrefix}examDate`}
                      label="Fecha del examen"
                      description="Día, mes y año. Por ejemplo, 28/10/2026."
                      value={readExamDate(field.value ?? '') ?? ''}
                      onChange={(day) => {
                        if (day) field.onChange(day.split('-').reverse().join('-'))
                      }}
                      // Passes on typed text that is not a day, so that its error differs from that of an empty
                      // field.
                      onTyped={(text) => field.onChange(text.trim().replaceAll('/', '-'))}
                      autoComplete="off"
                      error={fieldState.error?.message}
                    />
                  )}
                />
                {named('examType', 'Tipo de examen', toOptions(options.exam_types))}
                <Field.Text name="examName" label="Nombre del examen" maxLength={200} autoComplete="off" />
              </>
            )}
            <Field.Area name="message" label="Mensaje" rows={5} maxLength={4000} />
            <FormFiles name="files" label="Evidencia" optional sent={sent} />
            <Button type="submit" fullWidth loading={send.isPending}>
              Solicitar contacto
            </Button>
            <p className="text-center type-meta text-muted">Todos los campos son obligatorios.</p>
          </section>
        )}
      </ContractForm>
      <FormErrorDialog kit={kit} title="No ha sido posible guardar contacto" />
      <ResultDialog
        opened={send.isSuccess}
        kind="success"
        title={
          send.data?.complaint
            ? `Recibimos tu reclamo ${send.data.complaint.number}`
            : '¡Tu mensaje ha sido recibido con éxito!'
        }
        size={490}
        onClose={onSent}
      >
        {send.data && describeAnswer(send.data)}
      </ResultDialog>
    </>
  )
}
