-- The lists of these checks are those of protocol/src/channel.ts and protocol/src/customer.ts; closed-lists.test.ts compares them.

-- What the customers of a provider write through.
alter table provider add column channel text not null default 'widget' check (channel in ('widget'));

alter table customer add constraint customer_auth_provider_check
  check (auth_provider in ('custom', 'google', 'facebook', 'apple', 'github', 'x'));
