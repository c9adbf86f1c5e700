/** The mobile number that gets text messages: confirmed with a code that is sent to it, and removed. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import {
  landline,
  type TextChannel,
  type TextPhone,
  textPhoneCode,
  textPhoneEndpoints,
} from '@mi-portal/contract/notifications/text-messages'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../../ui/form/contract-form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import classes from './preferences.module.css'
import { useConfirmPhone, useRemovePhone, useSendPhoneCode } from './preferences.queries.ts'
import { channelLabels, textChannelNames } from './preferences.rules.ts'

const buttonsLook = 'flex flex-wrap gap-3'

interface PhoneCardProps {
  ownId: number
  phone: TextPhone
  /** The channels of text messages that the installation offers. */
  channels: readonly TextChannel[]
}

const confirmed = 'Tu celular está confirmado. Elige abajo qué novedades te llegan ahí.'

/** Returns the error that belongs to the number, as the server says it. */
function phoneErrorOf(error: Error | null): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.fieldErrors.find(({ param }) => param === 'phone')?.msg
}

export function PhoneCard({ ownId, phone, channels }: PhoneCardProps) {
  const sendCode = useSendPhoneCode(ownId)
  const confirm = useConfirmPhone(ownId)
  const remove = useRemovePhone(ownId)
  const phoneError = phoneErrorOf(sendCode.error)
  const { state, number, waits_for_code } = phone
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby="celular">
      <h2 id="celular">Mensajes a tu celular</h2>
      <p className="text-muted">
        El mensaje dice solo que tienes una novedad, con el nombre de la clínica y un enlace: no muestra
        exámenes, profesionales ni nombres. Llega por {textChannelNames(channels)} si lo eliges abajo.
      </p>
      {number === null ? (
        <Notice kind="info">
          Para recibir mensajes, agrega tu celular en{' '}
          <TextLink to="/dashboard/perfil" search={{ tab: 'cambiar-datos' }}>
            tus datos
          </TextLink>
          .
        </Notice>
      ) : (
        <div>
          <TextField
            label="Tu teléfono"
            type="tel"
            prefix="+56"
            value={number}
            readOnly
            error={state === 'landline' ? landline : phoneError}
          />
          <p className="text-muted">
            Es el teléfono de tu perfil.{' '}
            <TextLink to="/dashboard/perfil" search={{ tab: 'cambiar-datos' }}>
              Cambiar mi teléfono
            </TextLink>
          </p>
        </div>
      )}
      {state === 'unconfirmed' && (
        <>
          {remove.isSuccess && (
            <Outcome>
              <Notice kind="success" announce>
                Ya no recibes mensajes en este número.
              </Notice>
            </Outcome>
          )}
          {confirm.isError && !waits_for_code && (
            <Outcome>
              <ErrorNotice error={confirm.error} />
            </Outcome>
          )}
          {sendCode.isError && phoneError === undefined && <ErrorNotice error={sendCode.error} />}
          {waits_for_code && (
            <>
              <Notice kind="info" announce>
                Enviamos un código a este número
                {sendCode.isSuccess
                  ? ` por ${channelLabels[sendCode.data.channel]}. Vale ${sendCode.data.minutes} minutos.`
                  : '.'}
              </Notice>
              <CodeForm save={confirm} takesFocus={sendCode.isSuccess} />
            </>
          )}
          <div className={buttonsLook}>
            <Button
              variant={waits_for_code ? 'default' : 'filled'}
              loading={sendCode.isPending}
              onClick={() => {
                confirm.reset()
                remove.reset()
                sendCode.mutate(undefined)
              }}
            >
              {waits_for_code ? 'Enviar otro código' : 'Enviar código a este número'}
            </Button>
          </div>
        </>
      )}
      {state === 'confirmed' && (
        <>
          {confirm.isSuccess ? (
            <Outcome>
              <Notice kind="success" announce>
                {confirmed}
              </Notice>
            </Outcome>
          ) : (
            <Notice kind="success">{confirmed}</Notice>
          )}
          {remove.isError && <ErrorNotice error={remove.error} />}
          <div className={buttonsLook}>
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
              No recibir más mensajes en este número
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Shows the outcome of an action whose button or form is no longer on the page, and takes the focus in their place. */
function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  )
}

const request = { ...textPhoneEndpoints.confirm, body: textPhoneCode }

function CodeForm({ save, takesFocus }: { save: SaveMutation<string>; takesFocus: boolean }) {
  const kit = useContractForm(request, {
    values: { code: '' },
    findField: () => 'code',
    save,
    send: ({ code }, on) => save.mutate(code, on),
  })
  const { form } = kit
  useEffect(() => {
    if (takesFocus) form.setFocus('code')
  }, [takesFocus, form])
  return (
    <ContractForm kit={kit} className="grid gap-4" aria-label="Confirmar tu celular">
      <kit.Field.Text
        name="code"
        label="Código de 6 dígitos"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
      />
      <FormEnd kit={kit} className={buttonsLook} submit="Confirmar celular" />
    </ContractForm>
  )
}
