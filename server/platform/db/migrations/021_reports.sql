-- Decisions about content and accounts. Those without a report were taken by an admin on their own initiative.
create table decision (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('listing', 'review', 'member', 'message')),
  subject_id uuid not null,
  title text not null,
  path text not null,
  author_id uuid references member,
  action text not null check (action in ('none', 'hide', 'remove', 'suspend')),
  facts text not null check (facts <> ''),
  ground text not null check (ground <> ''),
  -- Whether the ground is a law or a clause of the terms.
  basis text not null check (basis in ('law', 'terms')),
  ends_at timestamptz,
  -- False if it was taken on our own initiative.
  reported boolean not null,
  decided_by uuid not null references member,
  created_at timestamptz not null,
  -- The author's objection, and how another admin decided it.
  objection text,
  objected_at timestamptz,
  outcome text check (outcome in ('upheld', 'reversed')),
  review_facts text,
  review_ground text,
  reviewed_by uuid references member,
  reviewed_at timestamptz,
  check (ends_at is null or action = 'suspend'),
  check ((objection is null) = (objected_at is null)),
  check (outcome is null or objection is not null),
  check ((outcome is null) = (reviewed_at is null)),
  check ((outcome is null) = (reviewed_by is null))
);
create index decision_subject on decision (kind, subject_id);
create index decision_author on decision (author_id, created_at desc);
create index decision_objections on decision (objected_at) where objection is not null and outcome is null;

create table report (
  id uuid primary key default new_id(),
  number bigint generated always as identity unique,
  kind text not null check (kind in ('listing', 'review', 'member', 'message')),
  subject_id uuid not null,
  -- A copy of what was reported, since it may change.
  title text not null,
  path text not null,
  content text not null,
  author_id uuid references member,
  reporter_id uuid references member,
  -- Identifies the reporter: each reports a thing once.
  reporter_key text not null,
  name text not null,
  email text not null,
  reason text not null check (reason in ('illegal', 'fraud', 'offensive', 'spam', 'wrong', 'other')),
  explanation text not null check (explanation <> ''),
  -- The reporter had a finished exchange.
  established boolean not null,
  -- This report hid the listing until somebody looks at it.
  hid boolean not null default false,
  decision_id uuid references decision,
  created_at timestamptz not null,
  unique (kind, subject_id, reporter_key)
);
create index report_open on report (number) where decision_id is null;
create index report_decision on report (decision_id) where decision_id is not null;
create index report_reporter on report (reporter_id) where reporter_id is not null;
