import lists from '../../seed/catalogues/lists.json' with { type: 'json' }

/** What a member may be to a leader, from the catalogue. */
export const relationships = lists.relationship_types.map((row) => ({
  id: row.id,
  ofMinor: row.member_may_be_minor,
  guardian: row.leader_is_guardian,
}))
