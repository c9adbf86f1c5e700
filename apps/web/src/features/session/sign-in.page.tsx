/**
 * The sign-in of patients and of staff: the form, and what replaces it or is shown above it after an outcome. The
 * form library is not used for two fields, because it would be a tenth of everything that a first visit loads.
 * What only a used form needs is loaded when the form gets the focus.
 */
import type { ApiError } from '@mi-portal/contract/api-error'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, Suspense, useRef, useState } from 'react'
import { draftAddress } from '../../lib/drafts.ts'
import {
  currentUser,
  dismissClosedElsewhere,
  dismissProfileDeleted,
  useClosedElsewhere,
  useProfileDeleted,
} from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DocumentField } from '../../ui/document-field.tsx'
import { lazyPart, PartMissing } from '../../ui/lazy-part.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import classes from './session.module.css'
import type { Area, SignInOutcome, SignInValues } from './session.queries.ts'
import { isPopup, refusalCode } from './session.rules.ts'
import type { FieldErrors } from './sign-in.flow.ts'

const ClosedAccountDialog = lazyPart(
  async () => (await import('./closed-account-dialog.tsx')).ClosedAccountDialog,
)
const SecurityView = lazyPart(async () => (await import('./security-view.tsx')).SecurityView)
const SignInRefusal = lazyPart(async () => (await import('./sign-in-refusal.tsx')).SignInRefusal)
const SecondFactorStep = lazyPart(async () => (await import('./second-factor-step.tsx')).SecondFactorStep)

const recovery = { patient: '/olvido-contrasena', staff: '/admin/olvido-contrasena' } as const

const loadFlow = () => import('./sign-in.flow.ts')

export function SignInPage({ area }: { area: Area }) {
  const closedElsewhere = useClosedElsewhere()
  const profileDeleted = useProfileDeleted()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)
  const goOn = useGoOn()

  function close() {
    setRefusal(null)
    dismissProfileDeleted()
  }

  function follow(outcome: SignInOutcome) {
    if (outcome.next === 'secondFactor') setChallenge(outcome.challenge)
    else void goOn()
  }

  if (closedElsewhere || refusal?.number === refusalCode.elsewhere) {
    return (
      <Suspense>
        <SecurityView
          message={closedElsewhere ? undefined : refusal?.message}
          recoverTo={recovery[area]}
          onSignIn={() => {
            dismissClosedElsewhere()
            setRefusal(null)
          }}
        />
      </Suspense>
    )
  }
  if (challenge) {
    return (
      <Suspense>
        <SecondFactorStep challenge={challenge} onDone={follow} onBack={() => setChallenge(null)} />
      </Suspense>
    )
  }
  return (
    <>
      <SignInForm area={area} refusal={refusal} onRefusal={setRefusal} onDone={follow} />
      {(profileDeleted || (refusal && isPopup(refusal))) && (
        <Suspense>
          <ClosedAccountDialog refusal={profileDeleted ? null : refusal} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface SignInFormProps {
  area: Area
  refusal: ApiError | null
  onRefusal(refusal: ApiError | null): void
  onDone(outcome: SignInOutcome): void
}

function SignInForm({ area, refusal, onRefusal, onDone }: SignInFormProps) {
  const router = useRouter()
  const [type, setType] = useState<DocumentTypeId>(1)
  const [number, setNumber] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [sending, setSending] = useState(false)
  const [isPartMissing, setPartMissing] = useState(false)
  const numberInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  function showErrors(found: FieldErrors) {
    setErrors(found)
    const wrong = found.document_number ? numberInput : passwordInput
    wrong.current?.focus()
  }

  /** After a rejected submit, every change validates the fields with errors again, and only those. */
  function change(values: Partial<SignInValues>) {
    const next = { document_type_id: type, document_number: number, password, ...values }
    setType(next.document_type_id)
    setNumber(next.document_number)
    setPassword(next.password)
    if (errors.document_number || errors.password) void correct(next)
  }

  async function correct(values: SignInValues) {
    const { findFieldErrors } = await loadFlow()
    const found = findFieldErrors(values)
    setErrors((shown) => ({
      document_number: shown.document_number && found?.document_number,
      password: shown.password && found?.password,
    }))
  }

  async function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (sending) return
    setSending(true)
    const flow = await loadFlow().catch(() => null)
    setPartMissing(flow === null)
    if (flow) await send(flow)
    setSending(false)
  }

  async function send({ findFieldErrors, attemptSignIn }: Awaited<ReturnType<typeof loadFlow>>) {
    const values = { document_type_id: type, document_number: number, password }
    const found = findFieldErrors(values)
    if (found) return showErrors(found)
    setErrors({})
    onRefusal(null)
    // The next page is loaded while the server checks the password.
    router.preloadRoute({ to: area === 'staff' ? '/admin/usuarios' : '/dashboard' }).catch(() => undefined)
    const attempt = await attemptSignIn(area, values)
    if (attempt.next === 'fields') showErrors(attempt.errors)
    else if (attempt.next === 'refusal') onRefusal(attempt.refusal)
    else onDone(attempt)
  }

  function retry() {
    onRefusal(null)
    setPassword('')
    passwordInput.current?.focus()
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onFocus={() => void loadFlow().catch(() => undefined)}
      className={classes.form}
    >
      <div>
        <h1>Iniciar sesión</h1>
        {area === 'patient' && (
          <p className={classes.lead}>Ingresa con el documento con que te registraste.</p>
        )}
      </div>
      {isPartMissing && <PartMissing onRetry={submit} />}
      {refusal && !isPopup(refusal) && (
        <Suspense>
          <SignInRefusal area={area} refusal={refusal} recoverTo={recovery[area]} onRetry={retry} />
        </Suspense>
      )}
      <DocumentField
        type={type}
        onTypeChange={(value) => change({ document_type_id: value, document_number: '' })}
        number={number}
        onNumberChange={(value) => change({ document_number: value })}
        numberRef={numberInput}
        error={errors.document_number}
      />
      <PasswordField
        ref={passwordInput}
        name="password"
        label="Contraseña"
        reveal="checkbox"
        value={password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        error={errors.password}
        beside={<TextLink to={recovery[area]}>¿Olvidaste tu contraseña?</TextLink>}
      />
      <Button type="submit" fullWidth loading={sending}>
        INICIAR SESIÓN
      </Button>
      {area === 'patient' && (
        <>
          <p className={classes.or}>¿Aún no tienes cuenta?</p>
          <ButtonLink to="/registrar" variant="outline" fullWidth>
            REGISTRARME
          </ButtonLink>
        </>
      )}
    </form>
  )
}

/**
 * Returns a function that opens the next page after signing in: the form during which the session ended, or the
 * page that required the sign-in; otherwise the list of users for staff and the home page for patients. A user with
 * a temporary password has to change it first.
 */
function useGoOn() {
  const navigate = useNavigate()
  const router = useRouter()
  return () => {
    const user = currentUser()
    const left = draftAddress()
    const sentFrom = router.state.location.state.returnTo
    if (left !== null && !user?.temporary_key_status) return router.history.push(left)
    if (sentFrom !== undefined && !user?.temporary_key_status) return router.history.push(sentFrom)
    if (user?.rol !== 'STANDART_ROLE') {
      return navigate({ to: user?.temporary_key_status ? '/admin/cambiar-contrasena' : '/admin/usuarios' })
    }
    if (user.temporary_key_status)
      return navigate({ to: '/dashboard/perfil', search: { tab: 'cambiar-contrasena' } })
    return navigate({ to: '/dashboard' })
  }
}
