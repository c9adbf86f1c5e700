/** The second factor of the user's account: its state, setup, change, new recovery codes and removal. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import {
  type SecondFactorState,
  secondFactorCodeBody,
  secondFactorEndpoints,
} from '@mi-portal/contract/session/second-factor'
import { IconCopy, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../ui/form/contract-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { LostPasskey } from './recovery/counter-code-dialog.tsx'
import { RecoveryCodes } from './recovery/recovery-codes.tsx'
import classes from './second-factor.module.css'
import {
  secondFactorQuery,
  useBeginSecondFactor,
  useConfirmSecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
} from './second-factor.queries.ts'

const buttonsLook =
  'flex flex-wrap items-center gap-3 justify-end max-desktop:flex-col-reverse max-desktop:items-stretch'

const cardLook = 'grid gap-4 max-w-choice p-6 max-desktop:p-4'

/** The second factor of the user, with its state, its setup, and what can be changed. */
export function SecondFactorCard() {
  const query = useQuery(secondFactorQuery)
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={220} />}>
      {(state) => <SecondFactor state={state} />}
    </QueryContent>
  )
}

function SecondFactor({ state }: { state: SecondFactorState }) {
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const [asking, setAsking] = useState<'change' | 'renew' | 'remove' | null>(null)
  const remove = useRemoveSecondFactor()
  const renew = useRenewRecoveryCodes()

  if (confirm.isSuccess) {
    return (
      <RecoveryCodes
        codes={confirm.data}
        done="El código extra quedó activado"
        onDone={() => {
          confirm.reset()
          begin.reset()
        }}
      />
    )
  }
  if (renew.isSuccess)
    return (
      <RecoveryCodes codes={renew.data} done="Los códigos anteriores ya no sirven" onDone={renew.reset} />
    )
  if (begin.isSuccess) {
    return (
      <Scan
        secret={begin.data}
        save={confirm}
        onBack={() => {
          confirm.reset()
          begin.reset()
        }}
      />
    )
  }
  return (
    <section className={`portal-card ${cardLook}`} aria-labelledby="segundo-factor">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="segundo-factor">Código extra al entrar</h2>
        {state.enabled ? (
          <StatusBadge look="success" icon={IconShieldCheck}>
            Activado
          </StatusBadge>
        ) : (
          <StatusBadge look="attention" icon={IconShieldOff}>
            Desactivado
          </StatusBadge>
        )}
      </div>
      {state.required && !state.enabled && (
        <Notice kind="warning" title={`${portal.brand} exige un código extra`}>
          Configúralo para continuar.
        </Notice>
      )}
      <p>Lo da una aplicación de tu teléfono, por ejemplo Google Authenticator.</p>
      {state.enabled ? (
        <>
          <p className="text-muted">
            Códigos de recuperación sin usar: <strong>{state.recovery_codes_left}</strong> de 10
          </p>
          <div className={buttonsLook}>
            {!state.required && (
              <Button variant="outline" danger onClick={() => setAsking('remove')}>
                Desactivar
              </Button>
            )}
            <Button variant="outline" onClick={() => setAsking('renew')}>
              Nuevos códigos
            </Button>
            <Button onClick={() => setAsking('change')}>Cambiar de teléfono</Button>
          </div>
        </>
      ) : (
        <>
          {begin.isError && <ErrorNotice error={begin.error} />}
          <div className={buttonsLook}>
            {/* The account has a passkey, with which the user did not sign in. */}
            {begin.error instanceof CallError && begin.error.status === 403 && <LostPasskey />}
            <Button loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
              CONFIGURAR
            </Button>
          </div>
        </>
      )}
      <CodeDialog
        opened={asking === 'change'}
        title="Cambiar de teléfono"
        action="Continuar"
        save={begin}
        onClose={() => setAsking(null)}
      >
        Ingresa un código de tu aplicación actual, o uno de recuperación. El teléfono actual sirve hasta que
        confirmes el nuevo.
      </CodeDialog>
      <CodeDialog
        opened={asking === 'renew'}
        title="Nuevos códigos de recuperación"
        action="Crear códigos"
        save={renew}
        onClose={() => setAsking(null)}
      >
        Tendrás diez códigos nuevos, y los que tienes dejarán de servir. Ingresa un código para confirmarlo.
      </CodeDialog>
      <CodeDialog
        opened={asking === 'remove'}
        title="¿Desactivar el código extra?"
        action="Desactivar"
        danger
        save={remove}
        onClose={() => setAsking(null)}
      >
        Tu cuenta quedará protegida solo por tu contraseña. Ingresa un código para confirmarlo.
      </CodeDialog>
    </section>
  )
}

/** Returns whether this is a phone or tablet, which cannot scan a code on its own screen. */
const isTouchScreen = () => window.matchMedia('(pointer: coarse)').matches

/** The key as text, for an application that does not read the code. */
function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <p className="text-muted">O copia esta clave en la aplicación:</p>
      <p className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Button
        size="sm"
        variant="light"
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
        onClick={() => navigator.clipboard.writeText(secret).then(() => setCopied(true))}
      >
        Copiar clave
      </Button>
      <span role="status">{copied && ' Clave copiada'}</span>
    </>
  )
}

/** Shows the secret as a QR code and as text, and asks for the code that proves that the phone has it. */
function Scan(props: {
  secret: { secret: string; uri: string; qr_svg: string }
  save: SaveMutation<string>
  onBack(): void
}) {
  const { secret, uri, qr_svg } = props.secret
  const qrCode = (
    <img
      className={classes.qr}
      src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_svg)}`}
      alt="Código QR para tu aplicación de autenticación"
      width={220}
      height={220}
    />
  )
  return (
    <section className={`portal-card ${cardLook}`} aria-labelledby="segundo-factor">
      <h2 id="segundo-factor">Configura tu teléfono</h2>
      <ol className={classes.steps}>
        <li>
          {isTouchScreen() ? (
            <>
              <p>Abre tu aplicación de autenticación en este teléfono.</p>
              <ButtonAnchor href={uri}>ABRIR MI APLICACIÓN</ButtonAnchor>
              <details>
                <summary>Mi aplicación está en otro teléfono</summary>
                {qrCode}
              </details>
            </>
          ) : (
            <>
              <p>Abre tu aplicación de autenticación y escanea este código.</p>
              {qrCode}
            </>
          )}
          <Secret secret={secret} />
        </li>
        <li>
          <p>Ingresa el código de 6 dígitos que muestra.</p>
          <CodeForm action="CONFIRMAR" save={props.save} onBack={props.onBack} />
        </li>
      </ol>
    </section>
  )
}

interface CodeFormProps {
  action: string
  danger?: boolean
  save: SaveMutation<string>
  onSent?(): void
  onBack(): void
}

const request = { ...secondFactorEndpoints.begin, body: secondFactorCodeBody }

function CodeForm({ action, danger, save, onSent, onBack }: CodeFormProps) {
  const kit = useContractForm(request, {
    values: { code: '' },
    findField: () => 'code',
    save,
    send: ({ code }, on) => save.mutate(code, on),
    onSent,
  })
  return (
    <ContractForm kit={kit} className="grid gap-4">
      <kit.Field.Text
        name="code"
        label="Código"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
      />
      <FormEnd kit={kit} className={buttonsLook} submit={action} danger={danger} onCancel={onBack} />
    </ContractForm>
  )
}

function CodeDialog(
  props: Pick<CodeFormProps, 'action' | 'danger' | 'save'> & {
    opened: boolean
    title: string
    children: ReactNode
    onClose(): void
  },
) {
  const { opened, title, children, save, onClose, ...form } = props
  function close() {
    save.reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={save.isPending ? undefined : close} title={title} size={490}>
      <p className="text-muted">{children}</p>
      <CodeForm {...form} save={save} onSent={onClose} onBack={close} />
    </Dialog>
  )
}
