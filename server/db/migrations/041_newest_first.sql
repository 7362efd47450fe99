-- A question about several columns of this index is answered column by column: where the newest are comes first. With
-- words first, two that never stand together were followed through all listings before the place was asked about.
drop index listing_terms;
create index listing_terms on listing using gin (
  listing_blocks(place), listing_facets(section, category, band, stars, comune), search, title_words(name),
  label_words(name, brand, category)
) with (fastupdate = off) where shown;
