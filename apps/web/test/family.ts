/** Builds a family group: Camila owns it, Martina is her child, Jorge her father. All people are synthetic. */
import {
  type FamilyMember,
  type FamilyMembership,
  familyMemberEndpoints,
} from '@mi-portal/contract/family/members'
import type { FamilyRequest } from '@mi-portal/contract/family/requests'
import { mockEndpoint } from './fake-server.ts'

type MemberOverrides = Partial<Omit<FamilyMember, 'family_patient'>> & {
  family_patient?: Partial<FamilyMember['family_patient']>
}

/** Builds the membership of Martina, ten years old, whose record her mother can see. */
export function buildMember({ family_patient, ...overrides }: MemberOverrides = {}): FamilyMember {
  return {
    id: 1,
    family_patient: {
      id: 9,
      first_name: 'Martina Ignacia',
      last_name: 'Soto',
      second_name: 'Fuentes',
      document_type: { id: 1, name: 'Rut' },
      document_number: '234567896',
      email: 'martina@ejemplo.cl',
      phone: '942094044',
      image_store_id: null,
      is_a_minor: true,
      ...family_patient,
    },
    type_relationship: { id: 3, name: 'Hijo/a' },
    button_status: true,
    button_reason: null,
    access_from: '2026-01-10T12:00:00Z',
    may_book: true,
    guardian_waits: false,
    guardian: 'registry',
    ...overrides,
  }
}

/** Builds the membership of Jorge, an adult: his daughter may book for him but cannot see his record. */
export function buildAdultMember(overrides: MemberOverrides = {}): FamilyMember {
  return buildMember({
    id: 2,
    type_relationship: { id: 2, name: 'Padre' },
    button_status: false,
    button_reason: 'ofAge',
    guardian_waits: false,
    guardian: 'none',
    ...overrides,
    family_patient: {
      id: 10,
      first_name: 'Jorge Luis',
      last_name: 'Rojas',
      second_name: 'Tapia',
      document_number: '98765433',
      is_a_minor: false,
      ...overrides.family_patient,
    },
  })
}

/** Builds the user's membership in Diego's group. */
export function buildMembership(overrides: Partial<FamilyMembership> = {}): FamilyMembership {
  return {
    id: 5,
    patient_leader: {
      id: 12,
      first_name: 'Diego Esteban',
      last_name: 'Soto',
      second_name: 'Muñoz',
      image_store_id: null,
    },
    type_relationship: { id: 6, name: 'Pareja' },
    may_book: true,
    ...overrides,
  }
}

export function buildRequest(overrides: Partial<FamilyRequest> = {}): FamilyRequest {
  return {
    id: 31,
    family_id: 41,
    request_status: 0,
    request_creation_date: '2026-11-19T15:00:00Z',
    applicant_patient: { id: 12, first_name: 'Diego Esteban', last_name: 'Soto', second_name: 'Muñoz' },
    family_patient: { id: 7, first_name: 'Camila Andrea', last_name: 'Fuentes', second_name: 'Rojas' },
    type_relationship: { id: 6, name: 'Pareja' },
    acceptance_waits: false,
    decision: null,
    ...overrides,
  }
}

export const relationshipTypes = {
  typeRelationship: [
    { id: 2, name: 'Padre', member_may_be_minor: false, leader_is_guardian: false },
    { id: 3, name: 'Hijo/a', member_may_be_minor: true, leader_is_guardian: true },
  ],
}

/** Lets Camila choose between her record and Martina's. */
export function mockSelections(): void {
  const self = { id: 7, first_name: 'Camila Andrea', last_name: 'Fuentes', is_self: true }
  const child = { id: 9, first_name: 'Martina', last_name: 'Soto', is_self: false }
  mockEndpoint(familyMemberEndpoints.selections, { delegated: [], selections: [self, child] })
}
