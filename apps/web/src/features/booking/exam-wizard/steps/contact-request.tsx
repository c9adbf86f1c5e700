import { callRequestEndpoints, contactRequestForm } from '@mi-portal/contract/booking/call-request'
import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import { Button } from '../../../../ui/button.tsx'
import row from '../../../../ui/field-row.module.css'
import {
  ContractForm,
  FormError,
  type SaveMutation,
  useContractForm,
} from '../../../../ui/form/contract-form.tsx'
import type { ContactValues } from './contact-request.rules.ts'

interface ContactRequestProps {
  exam: string
  /** First name of the patient; absent when the user is the patient. */
  patientName?: string
  /** Initial values of the fields. */
  values: ContactValues
  /** Called on each keystroke, so that the text survives the end of the session. */
  onTyped(values: ContactValues): void
  save: SaveMutation<ContactValues>
  onSent(): void
}

const request = { ...callRequestEndpoints.contact, form: contactRequestForm }

/** Form of the contact request. While it is being sent it cannot be sent again. */
export function ContactRequest({ exam, patientName, values, onTyped, save, onSent }: ContactRequestProps) {
  const kit = useContractForm(request, {
    values,
    mode: 'onTouched',
    save,
    send: (_, on, typed) => save.mutate(typed, on),
    onSent,
  })
  const { form, Field } = kit
  const { isValid } = form.formState

  return (
    <ContractForm
      kit={kit}
      className="portal-card grid max-w-viewer grid-cols-1 gap-6 p-4 desktop:p-6"
      aria-labelledby="contacto-titulo"
      onChange={() => onTyped(form.getValues())}
    >
      <div>
        <h2 id="contacto-titulo" className="type-body font-body mb-1">
          {exam}
        </h2>
        <p className="type-meta text-muted">
          {patientName === undefined
            ? 'Un profesional debe revisar tu caso antes de darte la hora. Déjanos tus datos y te llamaremos.'
            : `Un profesional debe revisar el caso de ${patientName} antes de dar la hora. Revisa sus datos, y deja tu teléfono y tu correo: te llamaremos a ti.`}{' '}
          Todos los campos son obligatorios.
        </p>
      </div>
      <div className={`${row.row} ${row.two}`}>
        <Field.Text name="name" label="Nombre" autoComplete="given-name" maxLength={80} />
        <Field.Text name="lastName" label="Apellidos" autoComplete="family-name" maxLength={120} />
        <Field.Run name="rut" label="RUT" />
        <Field.Text
          name="phone"
          label="Teléfono"
          description="Solo números, máximo 9."
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={9}
        />
        <Field.Text
          name="email"
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
      </div>
      <p className="type-meta flex flex-[1_1_240px] gap-2 text-muted [&>svg]:flex-none">
        <IconShieldCheck size={18} stroke={1.75} aria-hidden />
        Al enviar, tu teléfono o computador comprueba que no eres un robot. Toma cerca de un segundo y no
        tienes que hacer nada.
      </p>
      <FormError kit={kit} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-desktop:*:flex-[1_1_100%]">
        <p id="falta-contacto" className="type-meta flex flex-[1_1_240px] gap-2 text-muted [&>svg]:flex-none">
          {!isValid && (
            <>
              <IconInfoCircle size={18} stroke={1.75} aria-hidden />
              Completa todos los campos para enviar.
            </>
          )}
        </p>
        <Button type="submit" disabled={!isValid} loading={save.isPending} aria-describedby="falta-contacto">
          {save.isPending ? 'Enviando...' : 'SOLICITAR CONTACTO'}
        </Button>
      </div>
    </ContractForm>
  )
}
