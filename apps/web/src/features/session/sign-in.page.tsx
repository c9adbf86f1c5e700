/**
 * The sign-in of patients and of staff: the form, and what replaces it or is shown above it after an outcome. The
 * form library is not used for two fields, because it would be a tenth of everything that a first visit loads.
 * What only a used form needs is loaded when the form gets the focus.
 */
import type { CallError } from '@mi-portal/contract/calls/call-error'
import { canHavePasskeys } from '@mi-portal/contract/passkeys/passkey-host'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { IconFingerprint } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { findInterruptedFormAddress } from '../../lib/drafts.ts'
import {
  dismissClosedByOtherDevice,
  dismissProfileDeleted,
  getCurrentUser,
  useClosedByOtherDevice,
  useProfileDeleted,
} from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DocumentField } from '../../ui/document-field.tsx'
import { ComponentMissing, lazyComponent } from '../../ui/lazy-component.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { PasskeyOutcome } from './passkey-sign-in.flow.ts'
import type { Area, CodeChallenge, SignInOutcome, SignInValues } from './session.queries.ts'
import { isShownAsDialog, signInErrorNumber } from './session.rules.ts'
import type { FieldErrors } from './sign-in.flow.ts'

const ClosedAccountDialog = lazyComponent(
  async () => (await import('./closed-account-dialog.tsx')).ClosedAccountDialog,
)
const SecurityView = lazyComponent(async () => (await import('./security-view.tsx')).SecurityView)
const SignInError = lazyComponent(async () => (await import('./sign-in-error.tsx')).SignInError)
const SecondFactorStep = lazyComponent(
  async () => (await import('./second-factor-step.tsx')).SecondFactorStep,
)

const PassportCountryField = lazyComponent(
  async () => (await import('../people/account-document/passport-country-field.tsx')).PassportCountryField,
)

const recoveryPaths = { patient: '/olvido-contrasena', staff: '/admin/olvido-contrasena' } as const

const loadFlow = () => import('./sign-in.flow.ts')
const loadPasskeys = () => import('./passkey-sign-in.flow.ts')

export const PatientSignInPage = () => <SignInPage area="patient" />
export const StaffSignInPage = () => <SignInPage area="staff" />

function SignInPage({ area }: { area: Area }) {
  const isClosedByOtherDevice = useClosedByOtherDevice()
  const profileDeleted = useProfileDeleted()
  const [error, setError] = useState<CallError | null>(null)
  const [challenge, setChallenge] = useState<CodeChallenge | null>(null)
  const goOn = useOpenNextPage()

  function close() {
    setError(null)
    dismissProfileDeleted()
  }

  function continueSignIn(outcome: SignInOutcome) {
    if (outcome.next === 'secondFactor') setChallenge(outcome)
    else void goOn()
  }

  if (isClosedByOtherDevice || error?.number === signInErrorNumber.elsewhere) {
    return (
      <Suspense>
        <SecurityView
          message={isClosedByOtherDevice ? undefined : error?.message}
          recoverTo={recoveryPaths[area]}
          onSignIn={() => {
            dismissClosedByOtherDevice()
            setError(null)
          }}
        />
      </Suspense>
    )
  }
  if (challenge) {
    return (
      <Suspense>
        <SecondFactorStep
          key={challenge.challenge}
          {...challenge}
          onDone={continueSignIn}
          onBack={() => setChallenge(null)}
        />
      </Suspense>
    )
  }
  return (
    <>
      <SignInForm area={area} error={error} onError={setError} onDone={continueSignIn} />
      {(profileDeleted || (error && isShownAsDialog(error))) && (
        <Suspense>
          <ClosedAccountDialog error={profileDeleted ? null : error} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface SignInFormProps {
  area: Area
  error: CallError | null
  onError(error: CallError | null): void
  onDone(outcome: SignInOutcome): void
}

function SignInForm({ area, error, onError, onDone }: SignInFormProps) {
  const router = useRouter()
  const [type, setType] = useState<DocumentTypeId>(1)
  const [number, setNumber] = useState('')
  const [country, setCountry] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [sending, setSending] = useState(false)
  const [isAssetMissing, setPartMissing] = useState(false)
  // Almost every browser has passkeys, so the button is part of the prerendered page.
  const [hasPasskeys, setHasPasskeys] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const isAutofilling = useRef(false)
  const numberInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  useEffect(() => {
    setHasPasskeys('PublicKeyCredential' in window && canHavePasskeys(window.location.hostname))
  }, [])

  function finish(outcome: PasskeyOutcome) {
    if (outcome.next === 'rejection') onError(outcome.error)
    else if (outcome.next === 'portal') onDone(outcome)
  }

  async function enterWithPasskey() {
    onError(null)
    setIsAsking(true)
    const flow = await loadPasskeys().catch(() => null)
    setPartMissing(flow === null)
    if (flow) finish(await flow.signInWithPasskey(area))
    setIsAsking(false)
  }

  /** Loads what the form sends with, and lets the browser offer passkeys in the field of the document. */
  function prepare() {
    void loadFlow().catch(() => undefined)
    if (isAutofilling.current || !hasPasskeys) return
    isAutofilling.current = true
    void loadPasskeys().then(
      async (flow) => finish(await flow.offerPasskeysInField(area)),
      () => undefined,
    )
  }

  function showErrors(found: FieldErrors) {
    setErrors(found)
    const wrong = found.document_number ? numberInput : passwordInput
    wrong.current?.focus()
  }

  /** After a rejected submit, every change validates the fields with errors again, and only those. */
  function change(values: Partial<SignInValues>) {
    const next = {
      document_type_id: type,
      document_number: number,
      document_country: country,
      password,
      ...values,
    }
    setType(next.document_type_id)
    setNumber(next.document_number)
    setCountry(next.document_country)
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
    const values = { document_type_id: type, document_number: number, document_country: country, password }
    const found = findFieldErrors(values)
    if (found) return showErrors(found)
    setErrors({})
    onError(null)
    // The next page is loaded while the server checks the password.
    router.preloadRoute({ to: area === 'staff' ? '/admin/usuarios' : '/dashboard' }).catch(() => undefined)
    const attempt = await attemptSignIn(area, values)
    if (attempt.next === 'fields') showErrors(attempt.errors)
    else if (attempt.next === 'rejection') onError(attempt.error)
    else onDone(attempt)
  }

  function retry() {
    onError(null)
    setPassword('')
    passwordInput.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} onFocus={prepare} className="grid gap-4">
      <h1>Iniciar sesión</h1>
      {isAssetMissing && <ComponentMissing onRetry={submit} />}
      {error && !isShownAsDialog(error) && (
        <Suspense>
          <SignInError area={area} error={error} recoverTo={recoveryPaths[area]} onRetry={retry} />
        </Suspense>
      )}
      <DocumentField
        isShort
        type={type}
        onTypeChange={(value) =>
          change({ document_type_id: value, document_number: '', document_country: '' })
        }
        number={number}
        onNumberChange={(value) => change({ document_number: value, document_country: '' })}
        numberRef={numberInput}
        autoComplete="username webauthn"
        error={errors.document_number}
      />
      {(errors.document_country ?? country) && (
        <Suspense>
          <PassportCountryField
            value={country}
            onChange={(code) => {
              change({ document_country: code })
              setErrors({})
            }}
            error={errors.document_country}
          />
        </Suspense>
      )}
      <PasswordField
        ref={passwordInput}
        name="password"
        label="Contraseña"
        reveal="checkbox"
        value={password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        error={errors.password}
        beside={
          <TextLink
            to={recoveryPaths[area]}
            className="type-meta inline-flex min-h-11 items-center font-strong no-underline"
          >
            ¿Olvidaste tu contraseña?
          </TextLink>
        }
      />
      <Button type="submit" fullWidth loading={sending}>
        INICIAR SESIÓN
      </Button>
      {hasPasskeys && (
        <Button
          variant="text"
          size="sm"
          leftSection={<IconFingerprint size={24} stroke={1.75} aria-hidden />}
          loading={isAsking}
          onClick={enterWithPasskey}
        >
          Entrar con huella o PIN
        </Button>
      )}
      {area === 'patient' && (
        <>
          <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-2">
            ¿Aún no tienes cuenta?
            <TextLink to="/registrar" className="inline-flex min-h-11 items-center no-underline">
              REGISTRARME
            </TextLink>
          </p>
          <details className="text-center">
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center font-strong text-link">
              ¿Problemas para entrar?
            </summary>
            <p>Si crees que otra persona usa tu cuenta:</p>
            <TextLink
              to="/proteger/$what/{-$token}"
              params={{ what: 'bloquear' }}
              className="inline-flex min-h-11 items-center"
            >
              Bloquear mi cuenta
            </TextLink>
          </details>
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
function useOpenNextPage() {
  const navigate = useNavigate()
  const router = useRouter()
  return () => {
    const user = getCurrentUser()
    const left = findInterruptedFormAddress()
    const sentFrom = router.state.location.state.returnTo
    if (left !== null && !user?.temporary_key_status) return router.history.push(left)
    if (sentFrom !== undefined && !user?.temporary_key_status) return router.history.push(sentFrom)
    if (user?.rol !== 'STANDART_ROLE') {
      if (user?.temporary_key_status) return navigate({ to: '/admin/cambiar-contrasena' })
      // Which page is first depends on a chosen permission set; the guard of this page knows.
      return navigate({ to: user?.permission_set ? '/admin' : '/admin/usuarios' })
    }
    if (user.temporary_key_status)
      return navigate({ to: '/dashboard/perfil', search: { tab: 'cambiar-contrasena' } })
    return navigate({ to: '/dashboard' })
  }
}
