/** The mutants of `npm run mutate`: changes that each break a rule or an access check. They are applied one at a time. */

export type Mutant = {
  /** The effect of the change on the product, in plain words. */
  name: string
  file: string
  /** The text to replace. The file contains it exactly once. */
  find: string
  replace: string
  /** Test files or folders. One of their tests must fail. */
  tests: readonly string[]
}

const run = 'packages/contract/src/values/run.ts'
const dates = 'packages/contract/src/values/dates.ts'
const people = 'apps/server/src/modules/people/people.rules.ts'
const family = 'apps/server/src/modules/family/family.rules.ts'
const patientAccess = 'apps/server/src/modules/family/patient-access.ts'
const familyStore = 'apps/server/src/modules/family/family.store.ts'
const familyDecisions = 'apps/server/src/modules/family/decisions.service.ts'
const familyInvitations = 'apps/server/src/modules/family/invitations.service.ts'
const familyService = 'apps/server/src/modules/family/family.service.ts'
const sessionRules = 'apps/server/src/modules/session/session.rules.ts'
const sessionOpening = 'apps/server/src/modules/session/sign-in/session-opening.service.ts'
const admission = 'apps/server/src/platform/http/checks/admission.ts'
const certificateContent = 'apps/server/src/modules/visit-certificates/certificate-content.service.ts'
const certificateRules = 'apps/server/src/modules/visit-certificates/visit-certificates.rules.ts'
const certificatesService = 'apps/server/src/modules/visit-certificates/visit-certificates.service.ts'
const shareRules = 'apps/server/src/modules/exams/shares/shares.rules.ts'
const shareAccess = 'apps/server/src/modules/exams/shares/share-access.service.ts'
const shareImageKeys = 'apps/server/src/modules/exams/shares/share-image-keys.service.ts'
const downloads = 'apps/server/src/modules/images/downloads/downloads.service.ts'
const privateRules = 'apps/server/src/modules/private-items/private-items.rules.ts'
const privateItems = 'apps/server/src/modules/private-items/private-items.service.ts'
const imageImport = 'apps/server/src/adapters/image-archive/stored/image-import.ts'

const values = ['packages/contract/src/values']
const aboutFamily = ['apps/server/src/modules/family']
// Compares random family groups with a model. It detects a wrong rule in any part of family groups.
const families = ['apps/server/src/modules/family/families.test.ts']
const requests = ['apps/server/src/modules/family/requests.test.ts']
const groups = ['apps/server/src/modules/family/groups.test.ts']
const authorization = ['apps/server/test/authorization']
const aboutSessions = ['apps/server/src/modules/session', 'apps/server/src/modules/people']
const aboutCertificates = ['apps/server/src/modules/visit-certificates']
const aboutShares = ['apps/server/src/modules/exams/shares']
const aboutSharedImages = ['apps/server/src/modules/images/shared-images.test.ts']
const aboutDownloads = ['apps/server/src/modules/images/downloads']
const aboutPrivateItems = ['apps/server/src/modules/private-items']
const aboutStoredImages = ['apps/server/src/commands/images-add.test.ts']
const aboutAdmission = [...aboutSessions, 'apps/server/src/platform/http', 'apps/server/src/modules/alerts']

export const mutants: readonly Mutant[] = [
  {
    name: 'a held result is visible before its day',
    file: 'packages/contract/src/results/release/result-release.ts',
    find: 'if (isHeld && byRule !== null && dayOf(now) < byRule)',
    replace: 'if (isHeld && byRule !== null && dayOf(now) > byRule)',
    tests: ['packages/contract/src/results'],
  },
  {
    name: 'the check digit gives the seventh digit a wrong weight',
    file: run,
    find: 'factor === 7 ? 2 : factor + 1',
    replace: 'factor === 8 ? 2 : factor + 1',
    tests: values,
  },
  {
    name: 'the RUN 0 is accepted',
    file: run,
    find: 'Number(body) > 0 && ',
    replace: '',
    tests: values,
  },
  {
    name: 'a person is a year older only on the day after the birthday',
    file: dates,
    find: 'day.slice(5) >= birth.slice(5)',
    replace: 'day.slice(5) > birth.slice(5)',
    tests: values,
  },
  {
    name: 'a person born on 29 February comes of age on 28 February',
    file: dates,
    find: '-03-01',
    replace: '-02-28',
    tests: values,
  },
  {
    name: 'a person is a minor on the day of coming of age',
    file: people,
    find: 'ageOn(birth, today) < ages.adult',
    replace: 'ageOn(birth, today) <= ages.adult',
    tests: aboutSessions,
  },
  {
    name: 'a minor’s account can be used after its owner came of age',
    file: people,
    find: 'person.opened_as_minor && !isMinor',
    replace: '!person.opened_as_minor && !isMinor',
    tests: aboutSessions,
  },
  {
    name: 'a pending request gives access to the record',
    file: family,
    find: "groupLink.state !== 'approved'",
    replace: "groupLink.state === 'ended'",
    tests: aboutFamily,
  },
  {
    name: 'the family has access to the record of a closed account',
    file: family,
    find: '!groupLink.owner.enabled || !groupLink.member.enabled',
    replace: '!groupLink.owner.enabled',
    tests: aboutFamily,
  },
  {
    name: 'a guardian has access to the record of an adult member',
    file: family,
    find: "if (!isMinor(groupLink.member.date_birth, today, ages)) return 'ofAge'",
    replace: '',
    tests: families,
  },
  {
    name: 'any relative has access to a child’s record',
    file: family,
    find: "if (!groupLink.leader_is_guardian) return 'notGuardian'",
    replace: '',
    tests: aboutFamily,
  },
  {
    name: 'a guardian needs no proof',
    file: family,
    find: "groupLink.guardian_proof === null ? 'notProven' : null",
    replace: 'null',
    tests: families,
  },
  {
    name: 'a guardian sees the reserved results of an adolescent of fourteen',
    file: family,
    find: 'ageOn(birth, today) >= ages.reserve',
    replace: 'ageOn(birth, today) > ages.reserve',
    tests: families,
  },
  {
    name: 'a stranger gets access after the denial was audited',
    file: patientAccess,
    find: "if (!access.may) throw new ApiError('notFound')",
    replace: "if (!access.may) return createAuthorization<Matter>(patientId, 'guardian', false)",
    tests: aboutFamily,
  },
  {
    name: 'a key works after its holder’s access to the patient has ended',
    file: patientAccess,
    find: 'return access.may ? createAuthorization<Matter>(patientId, access.role, access.withoutReserved) : null',
    replace:
      'return createAuthorization<Matter>(patientId, access.role, access.may && access.withoutReserved)',
    tests: aboutFamily,
  },
  {
    name: 'a guardian whom staff denied has access',
    file: family,
    find: "if (groupLink.guardian_denied) return 'denied'",
    replace: '',
    tests: groups,
  },
  {
    name: 'a group owner who is a minor has access to a member',
    file: family,
    find: "isMinor(groupLink.owner.date_birth, today, ages) ? 'leaderIsMinor' : null",
    replace: 'null',
    tests: aboutFamily,
  },
  {
    name: 'a group owner books for an adult who does not allow it',
    file: family,
    find: '!isMinor(groupLink.member.date_birth, today, ages) && groupLink.may_book',
    replace: '!isMinor(groupLink.member.date_birth, today, ages)',
    tests: families,
  },
  {
    name: 'a group owner books for a minor without a proven guardianship',
    file: family,
    find: '!isMinor(groupLink.member.date_birth, today, ages) && groupLink.may_book',
    replace: 'groupLink.may_book',
    tests: families,
  },
  {
    name: 'a group owner books for a member whose account is closed',
    file: family,
    find: 'if (accountProblem(groupLink, today, ages) !== null) return false',
    replace: "if (groupLink.state !== 'approved') return false",
    tests: families,
  },
  {
    name: 'a patient invites themself into their own group',
    file: family,
    find: "if (invited.id === owner.id) return 'ownDocument'",
    replace: '',
    tests: families,
  },
  {
    name: 'a minor is added without the legal text',
    file: family,
    find: "if (!facts.legalTextAccepted) return 'legalTextNeeded'",
    replace: '',
    tests: families,
  },
  {
    name: 'a minor is added as a mother',
    file: family,
    find: "if (!relationship.member_may_be_minor) return 'relationshipNotOfMinor'",
    replace: '',
    tests: families,
  },
  {
    name: 'a person who is a member already is invited again',
    file: family,
    find: 'if (facts.live !== null) return linkErrorOf(owner.id, facts.live)',
    replace: '',
    tests: families,
  },
  {
    name: 'a rejection is forgotten after an hour',
    file: family,
    find: 'const pauseAfterRejection = 24 *',
    replace: 'const pauseAfterRejection = 1 *',
    tests: families,
  },
  {
    name: 'any patient accepts a request to another person',
    file: family,
    find: "if (!decider.isStaff && request.member_id !== decider.id) return 'absent'",
    replace: '',
    tests: families,
  },
  {
    name: 'three ids of different requests are accepted as one request',
    file: family,
    find: ' || request.family_id !== ids.family_id',
    replace: '',
    tests: requests,
  },
  {
    name: 'a decision that another person has made answers Ok',
    file: family,
    find: 'same && request.decided_by === decider.id',
    replace: 'same',
    tests: families,
  },
  {
    name: 'a member ends a request that they did not accept yet',
    file: family,
    find: "link.member_id === personId && link.state === 'approved'",
    replace: 'link.member_id === personId',
    tests: families,
  },
  {
    name: 'guardians are notified of the coming of age on the day itself',
    file: family,
    find: 'today < day && day <=',
    replace: 'day <=',
    tests: groups,
  },
  {
    name: 'both of two concurrent decisions take effect',
    file: familyDecisions,
    find: '!(await store.decide(tx, request.family_id, approves, actor.id, clock.now()))',
    replace: '(await store.decide(tx, request.family_id, approves, actor.id, clock.now())) === null',
    tests: requests,
  },
  {
    name: 'a denial is forgotten when the group owner asks again',
    file: familyStore,
    find: 'case when denied then null else :guardian_proof end, denied,',
    replace: ':guardian_proof, false,',
    tests: groups,
  },
  {
    name: 'the link of an invitation works after thirty days',
    file: familyInvitations,
    find: 'found.request_status !== 0 || found.expires_at <= clock.now()',
    replace: 'found.request_status !== 0',
    tests: requests,
  },
  {
    name: 'the look-up shows a patient the whole e-mail',
    file: familyService,
    find: 'person.email !== null && isPatient(actor) ? maskEmailForStrangers(person.email) : person.email',
    replace: 'person.email',
    tests: authorization,
  },
  {
    name: 'a member reads the group owner’s card of the member',
    file: familyService,
    find: "row?.leader_id === actor.id && row.state === 'approved'",
    replace: "row?.state === 'approved'",
    tests: authorization,
  },
  {
    name: 'minors search for people',
    file: admission,
    find: 'endpoint.adultsOnly && actor.isMinor',
    replace: 'endpoint.adultsOnly && actor.isMinor && endpoint.raw === true',
    tests: authorization,
  },
  {
    name: 'staff sign in on the patients’ page',
    file: sessionRules,
    find: '!rightPassword || signInAreaOf(account.rol) !== area',
    replace: '!rightPassword',
    tests: aboutSessions,
  },
  {
    name: 'an account whose identity is still being validated signs in',
    file: sessionRules,
    find: "if (account.status === accountStatus.pending) return 'awaitingValidation'",
    replace: '',
    tests: aboutSessions,
  },
  {
    name: 'a new sign-in leaves the other session open',
    file: sessionOpening,
    find: 'await store.takeOver(tx, person.id, now, session.device_hash)',
    replace: 'false',
    tests: aboutSessions,
  },
  {
    name: 'a temporary password works twice',
    file: sessionOpening,
    find: "if (used === null) throw new ApiError('wrongPassword')",
    replace: 'if (used === null) return',
    tests: aboutSessions,
  },
  {
    name: 'a patient may use a call for administrators',
    file: admission,
    find: '!allowedRoles[endpoint.access].includes(actor.rol)',
    replace: '!allowedRoles[endpoint.access]',
    tests: aboutAdmission,
  },
  {
    name: 'a temporary password opens everything',
    file: admission,
    find: 'actor.temporaryKey && !endpoint.temporaryKey',
    replace: 'actor.temporaryKey && endpoint.temporaryKey === undefined && endpoint.raw === true',
    tests: aboutAdmission,
  },
  {
    name: 'a certificate stays valid when the attendance is corrected',
    file: certificateContent,
    find: "recorded.attendance === 'attended' &&",
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'the public page shows the whole document of the patient',
    file: certificateRules,
    find: 'showDocument(typeId, number).slice(-5)',
    replace: 'showDocument(typeId, number)',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate stays valid when its appointment is cancelled',
    file: certificateContent,
    find: "recorded.state === 'booked' &&",
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate stays valid when its appointment belongs to another patient',
    file: certificateContent,
    find: 'recorded.patient_id === certified.patient_id &&',
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate stays valid when its appointment begins at another time',
    file: certificateContent,
    find: 'recorded.starts_at.getTime() === certified.starts_at.getTime() &&',
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate stays valid when its appointment ends at another time',
    file: certificateContent,
    find: 'recorded.ends_at.getTime() === certified.ends_at.getTime() &&',
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate stays valid when its appointment took place by video instead',
    file: certificateContent,
    find: 'recorded.modality === certified.modality &&',
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate stays valid when its appointment was with another professional',
    file: certificateContent,
    find: 'recorded.doctor_name === certified.doctor_name && ',
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'an appointment that is not over gets a certificate',
    file: certificatesService,
    find: "if (ends_at > clock.now()) reject('notOver')",
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a certificate that was withdrawn can still be downloaded',
    file: certificatesService,
    find: 'code === undefined || !isStillTrue(certificate, seen.appointment)',
    replace: 'code === undefined',
    tests: aboutCertificates,
  },
  {
    name: 'unknown codes of certificates are not counted',
    file: certificatesService,
    find: 'await network.countFailure()',
    replace: '',
    tests: aboutCertificates,
  },
  {
    name: 'a guardian sees with whom an adolescent shares',
    file: shareRules,
    find: 'share.patient_id === caller.id || !caller.withoutReserved',
    replace: 'share.patient_id === caller.id || caller.withoutReserved',
    tests: aboutShares,
  },
  {
    name: 'a share shows the values of other exams',
    file: shareRules,
    find: '({ ...result, history: [], course: [] })',
    replace: '({ ...result, history: [] })',
    tests: aboutShares,
  },
  {
    name: 'a share that was ended still opens',
    file: shareAccess,
    find: 'share.ended_at === null && ',
    replace: '',
    tests: aboutShares,
  },
  {
    name: 'a share still opens after its last day',
    file: shareAccess,
    find: ' && share.expires_at > clock.now()',
    replace: '',
    tests: aboutShares,
  },
  {
    name: 'a share of a guardian still opens after the family link was interrupted',
    file: shareAccess,
    find: '!usable || !share.link_held',
    replace: '!usable',
    tests: aboutShares,
  },
  {
    name: 'a share of a child’s account still opens after its owner came of age',
    file: shareAccess,
    find: '!people.hasComeOfAge(sharer) &&',
    replace: '',
    tests: aboutShares,
  },
  {
    name: 'a share of a closed account still opens',
    file: shareAccess,
    find: 'sharer.deleted_at === null &&',
    replace: '',
    tests: aboutShares,
  },
  {
    name: 'a share of a disabled account still opens',
    file: shareAccess,
    find: 'sharer.status === accountStatus.enabled &&',
    replace: '',
    tests: aboutShares,
  },
  {
    name: 'a key of shared images works after its share ended',
    file: shareImageKeys,
    find: "if (!access.isLive(share)) return rejectEnded({ share, opening, examId }, origin, 'over')",
    replace: '',
    tests: aboutSharedImages,
  },
  {
    name: 'a key of shared images never expires',
    file: shareImageKeys,
    find: 'if (seconds() >= until) return access.rejectUnknown(origin)',
    replace: '',
    tests: aboutSharedImages,
  },
  {
    name: 'a key of shared images works after its sharer lost access',
    file: shareImageKeys,
    find: "if (patient === null) return rejectEnded({ share, opening, examId }, origin, 'sight')",
    replace:
      'if (patient === null) return { share, opening, examId, until, patient: { id: share.patient_id, withoutReserved: false } as AuthorizedPatient }',
    tests: aboutSharedImages,
  },
  {
    name: 'a key that lists shared images opens them too',
    file: shareImageKeys,
    find: "createSigner(secrets, 'shared-exam-image')",
    replace: "createSigner(secrets, 'shared-exam-images')",
    tests: aboutSharedImages,
  },
  {
    name: 'a download contains files that were not asked for',
    file: downloads,
    find: 'assertIsAsked(file, address)',
    replace: '',
    tests: aboutDownloads,
  },
  {
    name: 'a download has another study of the exam than the asked one',
    file: downloads,
    find: 'found?.studies.find((one) => one.study === uid)',
    replace: 'found?.studies.at(0)',
    tests: aboutDownloads,
  },
  {
    name: 'a person runs several downloads at the same time',
    file: downloads,
    find: "if (place === 'own')",
    replace: 'if (false)',
    tests: aboutDownloads,
  },
  {
    name: 'a download leaves no entry in the audit log',
    file: downloads,
    find: "await audit.record(images.entryOf(opened, 'images.download', about, origin))",
    replace: '',
    tests: aboutDownloads,
  },
  {
    name: 'the address of a download works twice',
    file: downloads,
    find: 'if (wanted === null) throw',
    replace: 'if (wanted === undefined) throw',
    tests: aboutDownloads,
  },
  {
    name: 'the place of a failed download is not freed',
    file: downloads,
    find: 'await store.end(id)',
    replace: '',
    tests: aboutDownloads,
  },
  {
    name: 'a child below the age of reserve keeps results from the guardian',
    file: privateRules,
    find: 'return age >= ages.reserve',
    replace: 'return true',
    tests: aboutPrivateItems,
  },
  {
    name: 'an adult whose record no other adult sees is offered the mark',
    file: privateRules,
    find: 'return person.hasDelegate',
    replace: 'return true',
    tests: aboutPrivateItems,
  },
  {
    name: 'an e-mail about a private item still reaches the family',
    file: privateItems,
    find: 'await mail.withdrawAbout(tx, item)',
    replace: '',
    tests: aboutPrivateItems,
  },
  {
    name: 'a count in a notification betrays a private item',
    file: privateItems,
    find: 'await notifications.withdrawCounts(tx, item)',
    replace: '',
    tests: aboutPrivateItems,
  },
  {
    name: 'a copy of the data that another person requested contains a private item',
    file: privateItems,
    find: 'await withdrawCopies(tx, item.patient_id)',
    replace: '',
    tests: aboutPrivateItems,
  },
  {
    name: 'an appointment that a member of the family booked becomes private',
    file: privateItems,
    find: "if (outcome === 'bookedByOther') throw",
    replace: 'if (false) throw',
    tests: aboutPrivateItems,
  },
  {
    name: 'a caller marks an exam without the right to it',
    file: privateItems,
    find: 'if (isPrivate && !(await mayMark(actor)))',
    replace: 'if (false)',
    tests: aboutPrivateItems,
  },
  {
    name: 'images of another patient are stored at an exam',
    file: imageImport,
    find: 'if (comparableDocument(type, patientId) !== comparableDocument(type, document))',
    replace: 'if (patientId.length > 64)',
    tests: aboutStoredImages,
  },
  {
    name: 'images of another exam are stored at an exam',
    file: imageImport,
    find: 'if (accessionNumber !== exam.accession_number)',
    replace: 'if (accessionNumber.length > 64)',
    tests: aboutStoredImages,
  },
  {
    name: 'two commands at once do not wait for each other',
    file: imageImport,
    find: 'from image_studies where study = :study for update',
    replace: 'from image_studies where study = :study',
    tests: aboutStoredImages,
  },
]
